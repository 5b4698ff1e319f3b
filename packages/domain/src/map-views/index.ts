export { getBoundingBox } from './bounding-box.ts';
export * from './color-scale.ts';
export * from './label-corner.ts';
export * from './map-config.ts';
export * from './map-options.ts';
export * from './map-questions.ts';
export * from './map-tooltip.ts';
export * from './plan/index.ts';
export { chooseTextColor } from './text-color.ts';
