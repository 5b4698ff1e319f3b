export { estimateWidth, type Rect } from './geometry.ts';
export type { ChartLabels, ChartWord, Drawing, Mark } from './marks.ts';
export { bandColor, buildPaperStyles, dataColor, type PaperStyle, paperScale } from './paper.ts';
export { createTimeScale, fitText } from './place-labels.ts';
export { renderSvg, type SvgSheet } from './render-svg.ts';
