/** Computes every metric, and when alerts fire, by plain loops over the readings, to compare with the product. */
export { type PlainFiring, type PlainRule, plainFirings, type ToldInterval } from './alerts.oracle.ts';
export { type Leaf, leavesOf, type PlainQuestion, tagCategories, tags } from './answer.oracle.ts';
export { catalogue } from './catalogue.oracle.ts';
export {
  comparedInProgress,
  comparedMetrics,
  compareSlowly,
  daysBack,
  type PlainComparison,
} from './comparison.oracle.ts';
export { type Answered, foldOne, foldRatio } from './folding/folds.oracle.ts';
export { foldPlainly } from './folding/plain-fold.oracle.ts';
export * as measure from './measures.oracle.ts';
export { dateLabel, type Moment, momentsOf } from './moments.oracle.ts';
export * as presence from './presence.oracle.ts';
export {
  askedGroupings,
  askedMetrics,
  everyMinute,
  randomBeside,
  randomQuestion,
  taggedSite,
  toldApart,
} from './random-question.ts';
export { sampled } from './sensors.oracle.ts';
export { type Beside, type Part, World } from './world.oracle.ts';
