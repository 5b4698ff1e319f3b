export { GridChart, type GridPlace } from './grid-chart.tsx';
export type { GridInput } from './grid-layout.ts';
