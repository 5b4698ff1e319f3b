export * from './color-scale.ts';
export * from './map-config.ts';
export * from './map-options.ts';
export * from './map-questions.ts';
export * from './map-tooltip.ts';
