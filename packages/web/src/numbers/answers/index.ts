export { getCachedAnswers } from './cached-answers.ts';
export { createSeriesReader, type Measured, readMeasured, readPoint } from './measured.ts';
export type { Outcome } from './outcome.ts';
export { findErrorCode, findErrorField, findErrorReason, retryQuery } from './outcome.ts';
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
