export type { HeatRow } from '@atrium/charts/heat';
export { HeatGrid, type HeatPlace } from './heat-grid.tsx';
