export { getCachedAnswers } from './cached-answers.ts';
export { findErrorCode, findErrorField, findErrorReason } from './failure.ts';
export { createSeriesReader, type Measured, readPoint } from './measured.ts';
export type { Outcome } from './outcome.ts';
export { retryQuery } from './retry-query.ts';
export { type Answers, type Question, useAnswers, useStableList } from './use-answers.ts';
export { type Named, type NamedNumbers, useNamedNumbers } from './use-named-numbers.ts';
export { type Numbers, useNumbers } from './use-numbers.ts';
