export { PlotChart } from './plot-chart.tsx';
export type { PlotAxis, PlotInput, PlotSeries } from './plot-input.ts';
export { PlotLegend } from './plot-legend.tsx';
