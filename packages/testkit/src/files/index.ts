export { buildFileShapes } from './file-shapes.ts';
export type { FileShape, ShapeContent } from './shape.ts';
export { buildShapeSeries, type ShapePoint } from './shape-series.ts';
