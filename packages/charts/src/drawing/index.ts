export type { ChartLabels, ChartWord } from './chart-labels.ts';
export { estimateWidth, type Rect } from './geometry.ts';
export type { Drawing, Mark } from './mark.ts';
export { buildPaperStyles, dataColor, type PaperStyle, paperScale } from './paper.ts';
export { fitText } from './place-labels.ts';
export { renderSvg, type SvgSheet } from './render-svg.ts';
export { createTimeScale } from './time-scale.ts';
