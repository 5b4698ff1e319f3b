export { createHeatmapsModule } from './heatmaps.graphql.ts';
