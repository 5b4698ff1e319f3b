export {
  type ComparedCells,
  type ComparisonRule,
  compareInterval,
  findCountedIntervals,
  findCountedPlaces,
} from './base-intervals.ts';
export { backForMs, countRegister, type RegisterState, startRegister } from './count-register.ts';
export { joinSketches, sketchSize } from './distinct.ts';
export {
  foldCells,
  foldDifference,
  foldRatio,
  foldWeight,
  isPartial,
  joinCells,
  type RatioCell,
} from './fold-cells.ts';
export { joinStats } from './fold-of-kind.ts';
export { foldScores } from './fold-scores.ts';
export * from './measure.ts';
