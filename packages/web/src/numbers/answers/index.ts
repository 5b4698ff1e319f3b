export { getCachedAnswers } from './cached-answers.ts';
export { findErrorCode, findErrorField, findErrorReason } from './failure.ts';
export { createSeriesReader, type Measured, readMeasured, readPoint } from './measured.ts';
export type { Outcome } from './outcome.ts';
export { retryQuery } from './outcome.ts';
export { type Answers, type Question, useAnswers, useStableList } from './use-answers.ts';
export { type Named, type NamedNumbers, type Numbers, useNamedNumbers, useNumbers } from './use-numbers.ts';
