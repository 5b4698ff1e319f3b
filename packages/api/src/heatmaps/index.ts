export { registerHeatmaps } from './heatmaps.graphql.ts';
export type { HeatmapDependencies } from './list-heatmap-days.ts';
export { presenceStore } from './presence.store.ts';
export { createHeatmapProducer } from './produce-heatmap-day.ts';
