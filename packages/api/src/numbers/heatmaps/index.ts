export { registerHeatmaps } from './heatmaps.graphql.ts';
export type { HeatmapDependencies } from './list-heatmap-days.ts';
export { createHeatmapProducer } from './produce-heatmap-day.ts';
