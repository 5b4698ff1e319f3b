export {
  addShape,
  assignShape,
  type DrawingTool,
  type DrawStep,
  deletePoint,
  fitPicture,
  formByTool,
  insertPoint,
  movePoint,
  moveShape,
  putPoint,
  removeShape,
  reverseDoor,
  setScale,
} from './edit-plan.ts';
export * from './map-colors.ts';
export { chooseTextColor } from './map-colors.ts';
export * from './map-config.ts';
export * from './map-labels.ts';
export { getBoundingBox } from './map-labels.ts';
export * from './map-options.ts';
export * from './map-questions.ts';
export * from './map-tooltip.ts';
export {
  computeRescaling,
  defaultMapSize,
  getMetresPerUnit,
  newMap,
  type Plan,
  type PlanForm,
  type PlanShape,
  replacePlan,
  toPlan,
} from './plan.ts';
export {
  buildBox,
  computeArea,
  crossesItself,
  distance,
  type Edge,
  findNearestPoint,
  getCenter,
  isBox,
  listEdges,
  type Point,
} from './plan-geometry.ts';
export { listSnapTargets, type Snapped, type SnapReason, type SnapTargets, snap } from './plan-snapping.ts';
