export { joinSketches, sketchSize } from './distinct.ts';
export {
  foldCells,
  foldDifference,
  foldRatio,
  foldWeight,
  joinCells,
  type RatioCell,
  usualCell,
} from './fold-cells.ts';
export { foldScores } from './fold-scores.ts';
export { joinStats } from './kind-fold.ts';
export * from './measure.ts';
