export { drawPlot, type PlotRole, plotRoles } from './draw-plot.ts';
export type { PlotAxis, PlotInput, PlotSeries } from './plot-input.ts';
export { hasDirectLabels, layoutPlot, type PlotLayout } from './plot-layout.ts';
