export { drawHeat, type HeatRole, type HeatSheet, type HeatWords } from './draw-heat.ts';
export { type HeatRow, layoutHeat } from './heat-layout.ts';
