export { foldCells, foldRatio, joinCells, type RatioCell, usualCell } from './fold-cells.ts';
export { joinStats } from './kind-fold.ts';
export * from './measure.ts';
