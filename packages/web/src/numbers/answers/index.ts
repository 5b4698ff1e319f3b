export { getCachedAnswers } from './cached-answers.ts';
export type { Outcome } from './outcome.ts';
export {
  createSeriesReader,
  findErrorCode,
  findErrorField,
  findErrorReason,
  type Measured,
  readMeasured,
  readPoint,
  retryQuery,
} from './outcome.ts';
export { getRetryDelayMs, maxRetries } from './overload.ts';
export {
  type Answers,
  type Named,
  type NamedNumbers,
  type Numbers,
  type Question,
  useAnswers,
  useNamedNumbers,
  useNumbers,
  useStableList,
} from './use-answers.ts';
