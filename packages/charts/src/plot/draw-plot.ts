import { barPath, bracketPath, openBox } from '../drawing/geometry.ts';
import type { ChartLabels, Drawing, Mark } from '../drawing/marks.ts';
import { hatch, line, path, text } from '../drawing/marks.ts';
import type { PlotLayout } from './plot-layout.ts';

/** Roles of the marks of a plot, except those drawn in the color of their series alone. */
export const plotRoles = [
  'closed',
  'grid',
  'axis',
  'word',
  'missing',
  'band',
  'usual',
  'behind',
  'area',
  'stackedArea',
  'line',
  'unfinished',
  'dot',
  'openDot',
  'threshold',
  'ownThreshold',
  'over',
  'bracket',
  'value',
  'name',
  'present',
  'nowTime',
  'soFar',
] as const;

/** `column` is its hatch, `end` the name at the end of a line. */
export type PlotRole = (typeof plotRoles)[number] | 'column' | 'end';

type PlotMark = Mark<PlotRole>;

/** Draws lines, areas and columns. `stacked` areas hide what lies below them. */
export function drawPlot(layout: PlotLayout, said: ChartLabels, stacked: boolean): Drawing<PlotRole> {
  const { id, say } = said;
  const unfinished = [...new Set(layout.bars.filter(({ running }) => running).map(({ color }) => color))];
  return [
    ...unfinished.map((fill, index) => hatch(`${id}${index}`, 'column', { fill })),
    ...groundOf(layout, say),
    ...layout.usual.map((usual) => path('usual', usual.path)),
    ...layout.bars.flatMap((bar) => {
      const d = barPath(bar, bar.rounded ? 2 : 0, bar.isBelow);
      if (!bar.running) return [path('column', d, { fill: bar.color })];
      const fill = `url(#${id}${unfinished.indexOf(bar.color)})`;
      return [path('behind', d), path('column', d, { fill, stroke: bar.color })];
    }),
    ...layout.lines.flatMap(({ color, area }) =>
      area === '' ? [] : [path(stacked ? 'stackedArea' : 'area', area, { fill: color })],
    ),
    ...layout.lines.flatMap(lineOf),
    ...thresholdsOf(layout),
    ...wordsOf(layout),
    ...nowOf(layout, said),
  ];
}

function groundOf(layout: PlotLayout, say: ChartLabels['say']): readonly PlotMark[] {
  const { plot, baseY, zeroY, closedWord } = layout;
  const right = plot.x + plot.width;
  return [
    ...layout.closed.map((shade): PlotMark => ({ element: 'rect', role: 'closed', ...shade })),
    ...layout.bands.map((band): PlotMark => ({ element: 'rect', role: 'band', ...band })),
    ...(closedWord === null ? [] : [text('word', closedWord.x, closedWord.y, 'middle', say('closed'))]),
    ...layout.grid.flatMap(({ y, start, end }) => [
      line('grid', plot.x, right, crisp(y)),
      text('word', plot.x - 8, y + 4, 'end', start),
      ...(end === null ? [] : [text('word', right + 8, y + 4, 'start', end)]),
    ]),
    line('axis', plot.x, right, crisp(baseY)),
    ...(zeroY === null ? [] : [line<PlotRole>('axis', plot.x, right, crisp(zeroY))]),
    ...layout.ticks.flatMap(({ x, anchor, label }) => [
      line('axis', crisp(x), crisp(x), baseY, baseY + 4),
      text('word', x, baseY + 18, anchor, label),
    ]),
    ...layout.missing.flatMap(({ rect, labelled }) => [
      path('missing', openBox(rect, baseY, crisp)),
      ...(labelled ? [text('word', rect.x + rect.width / 2, rect.y - 6, 'middle', say('noData'))] : []),
    ]),
  ];
}

function lineOf({ color, path: d, running, dots, soFar }: PlotLayout['lines'][number]): readonly PlotMark[] {
  return [
    path('line', d, { stroke: color }),
    ...(running === '' ? [] : [path('unfinished', running, { stroke: color })]),
    ...dots.map((dot) => circle('dot', dot.x, dot.y, color)),
    ...(soFar === null ? [] : [openCircle(soFar.x, soFar.y, color)]),
  ];
}

function circle(role: PlotRole, cx: number, cy: number, fill: string): PlotMark {
  return { element: 'circle', role, cx, cy, r: 3, fill };
}

/** Draws a ring for the running value, apart from the line of finished ones. */
function openCircle(cx: number, cy: number, stroke: string): PlotMark {
  return { element: 'circle', role: 'openDot', cx, cy, r: 3.5, stroke };
}

function thresholdsOf({ thresholds, plot }: PlotLayout): readonly PlotMark[] {
  const right = plot.x + plot.width;
  return thresholds.flatMap(({ y, label, color }) => [
    color === null
      ? line('threshold', plot.x, right, crisp(y))
      : line('ownThreshold', plot.x, right, crisp(y), crisp(y), { stroke: color }),
    text('over', right - 4, y - 5, 'end', label),
  ]);
}

function wordsOf({ plot, events, extremes, endLabels }: PlotLayout): readonly PlotMark[] {
  const right = plot.x + plot.width;
  return [
    ...events.flatMap(({ x1, x2, labelX, label }) => [
      path('bracket', bracketPath(x1, x2, plot.y, crisp)),
      text('word', labelX, plot.y - 15, 'middle', label),
    ]),
    ...extremes.map((each) => text('value', each.x, each.y, 'middle', each.text)),
    ...endLabels.flatMap((end) => [
      circle('end', right + 9, end.y, end.color),
      text('name', right + 17, end.y + 4, 'start', end.text),
    ]),
  ];
}

function nowOf({ nowX, plot, baseY }: PlotLayout, said: ChartLabels): readonly PlotMark[] {
  if (nowX === null || said.now === null) return [];
  const isLate = nowX + 48 > plot.x + plot.width;
  const x = nowX + (isLate ? -5 : 5);
  const anchor = isLate ? 'end' : 'start';
  return [
    line('present', nowX, nowX, plot.y + 4, baseY),
    text('nowTime', x, plot.y + 14, anchor, said.now),
    text('soFar', x, plot.y + 29, anchor, said.say('soFar')),
  ];
}

/** Aligns a 1 px line to one row of pixels. */
function crisp(value: number): number {
  return Math.round(value) + 0.5;
}
