import type { FlowRole } from '../flow/flow.ts';
import type { HeatRole } from '../heat.ts';
import type { PlotRole } from '../plot/draw-plot.ts';

/** SVG attributes of a role. */
export type PaperStyle = Readonly<Record<string, string | number>>;

/** One font that contains every letter. Readers without it use the fonts it was made from. */
export const fontFamily = "Atrium Paper, Geist, 'IBM Plex Sans Arabic', sans-serif";

/** The page's light colors. */
const ink = '#0b1016';
const muted = '#465160';
const faint = '#616c7b';
const surface = '#ffffff';
const closed = '#f2f4f7';
const reference = '#838e9d';
const control = '#868f9c';
const axis = '#c3cad3';
const grid = '#e9ecf0';
/** Color of usual ranges, for legends. */
export const bandColor = grid;
const warning = '#c97c00';
/** Atrium's own color for measured data. */
export const dataColor = '#1550f5';

/** Nine steps of the sequential scale, from 0 to the maximum. */
export const paperScale = [
  '#f0f3f8',
  '#dce6ff',
  '#bdd0ff',
  '#98b5ff',
  '#6f96ff',
  '#4474fb',
  '#1f55ee',
  '#133fc4',
  '#0d2c8c',
] as const;

const word = { fill: faint };
const round = { 'stroke-linejoin': 'round' };
/** Separates words from lines below them. */
const halo = { stroke: surface, 'stroke-width': 3, ...round, 'paint-order': 'stroke' };
const line = { fill: 'none', 'stroke-width': 2, 'stroke-linecap': 'round' };
const usual = { fill: 'none', stroke: reference, 'stroke-width': 1.5, ...round };
const dotted = { stroke: ink, 'stroke-dasharray': '2 2' };

/** Returns the styles for white paper and emails. `color` is the organization's color, else Atrium's own. */
export function buildPaperStyles(
  color: string = dataColor,
): Readonly<Record<FlowRole | PlotRole | HeatRole, PaperStyle>> {
  return {
    closed: { fill: closed },
    grid: { stroke: grid },
    axis: { stroke: axis },
    word,
    name: { fill: muted },
    over: { fill: muted, ...halo },
    value: { fill: ink, 'font-weight': 600 },
    bracket: { fill: 'none', stroke: control },
    missing: { fill: 'none', stroke: control, 'stroke-dasharray': '2 2.5' },
    band: { fill: grid },
    usual,
    knockedOut: { ...usual, stroke: surface },
    bar: { fill: color },
    running: { stroke: color },
    behind: { fill: surface },
    column: {},
    area: { 'fill-opacity': 0.18 },
    stackedArea: { 'fill-opacity': 0.72 },
    line: { ...line, ...round },
    unfinished: { ...line, 'stroke-dasharray': '3 4' },
    dot: { stroke: surface, 'stroke-width': 2 },
    openDot: { fill: surface, 'stroke-width': 2 },
    end: {},
    threshold: { stroke: warning, 'stroke-dasharray': '6 3' },
    ownThreshold: { 'stroke-dasharray': '6 3' },
    now: { ...dotted, 'stroke-width': 1.25 },
    present: dotted,
    nowTime: { fill: ink, 'font-weight': 600, ...halo },
    soFar: { ...word, ...halo },
    today: { fill: ink, 'font-weight': 600 },
    unknown: { fill: closed },
    cell: {},
    peak: { fill: surface, 'font-weight': 600 },
  };
}
