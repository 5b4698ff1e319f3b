export type { PlotAxis, PlotInput, PlotSeries } from '@atrium/charts/plot';
export { PlotChart } from './plot-chart.tsx';
export { PlotLegend } from './plot-legend.tsx';
