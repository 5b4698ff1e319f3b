export type { GridInput } from '@atrium/charts/grid';
export { GridChart, type GridPlace } from './grid-chart.tsx';
