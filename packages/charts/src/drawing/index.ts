export { byLength, type Rect } from './geometry.ts';
export type { Drawing, Mark } from './mark.ts';
export { dataColor, type PaperStyle, paperScale, paperStyles } from './paper.ts';
export { fitText } from './place-words.ts';
export { positionOf } from './position.ts';
export type { ChartWord, Said } from './said.ts';
export { type SvgSheet, svgOf } from './svg-of.ts';
