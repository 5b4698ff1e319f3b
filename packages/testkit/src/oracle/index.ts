/** Computes every metric, and when alerts fire, by plain loops over the readings, to compare with the product. */
export { findFirings, type PlainFiring, type PlainRule, type ReportedInterval } from './alerts.oracle.ts';
export { computeLeaves, type Leaf, type PlainQuestion, tagCategories, tags } from './answer.oracle.ts';
export { catalogue } from './catalogue.oracle.ts';
export {
  comparedInProgress,
  comparedMetrics,
  compareSlowly,
  getShifts,
  type PlainComparison,
} from './comparison.oracle.ts';
export { expectSlowly, type PlainExpected, type PlainHistory } from './expected.oracle.ts';
export { type FoldedNumber, foldOne, foldRatio } from './folding/folds.oracle.ts';
export { foldPlainly } from './folding/plain-fold.oracle.ts';
export * as measure from './measures.oracle.ts';
export { buildMoments, formatDateLabel, type Moment } from './moments.oracle.ts';
export * as presence from './presence.oracle.ts';
export {
  addDescriptors,
  askedGroupings,
  askedMetrics,
  everyMinute,
  randomExtraData,
  randomQuestion,
  taggedSite,
} from './random-question.ts';
export { sampled } from './sensors.oracle.ts';
export { type ExtraData, type Part, World } from './world.oracle.ts';
