import { barPath, bracketPath, openBox, type Rect } from '../drawing/geometry.ts';
import { type ChartLabels, type Drawing, hatch, line, type Mark, path, text } from '../drawing/marks.ts';
import type { FlowLayout } from './flow-layout.ts';

export const flowRoles = [
  'closed',
  'grid',
  'axis',
  'word',
  'bracket',
  'missing',
  'usual',
  'bar',
  'behind',
  'running',
  'knockedOut',
  'now',
  'nowTime',
  'soFar',
] as const;

export type FlowRole = (typeof flowRoles)[number];

/** Area covered by the pointer's pills. The axes omit the labels there. */
interface Covered {
  readonly y: number | null;
  readonly x1: number;
  readonly x2: number;
}

/** Minimum distance in px between a pill on the value axis and other labels. */
const pillHeight = 18;

type FlowMark = Mark<FlowRole>;

export function drawFlow(layout: FlowLayout, said: ChartLabels, covered: Covered | null = null): Drawing<FlowRole> {
  const { id, say } = said;
  const { plot, stepPath } = layout;
  const foot = plot.y + plot.height;
  const right = plot.x + plot.width;
  const bars = layout.bars.flatMap((bar) => (bar.running ? [] : path('bar', barPath(bar))));
  return [
    hatch(id, 'bar'),
    { element: 'clipPath', role: 'bar', id: `${id}bars`, parts: bars },
    ...layout.closed.map((shade): FlowMark => ({ element: 'rect', role: 'closed', ...shade })),
    ...layout.grid.slice(1).map(({ y }) => line('grid', plot.x, right, crisp(y))),
    ...axesOf(layout, covered),
    ...layout.events.flatMap(({ x1, x2, labelX, label }) => [
      path('bracket', bracketPath(x1, x2, plot.y, crisp)),
      text('word', labelX, plot.y - 15, 'middle', label),
    ]),
    ...layout.missing.flatMap(({ boxes, labelX, labelY, anchor }) => [
      ...boxes.map((box) => path('missing', openBox(box, foot, crisp))),
      text('word', labelX, labelY, anchor, say('noData')),
    ]),
    ...(layout.closedWordX === null ? [] : [text('word', layout.closedWordX, foot - 8, 'middle', say('closed'))]),
    path('usual', stepPath),
    ...bars,
    ...layout.bars.flatMap((bar) => (bar.running ? unfinished(bar, id) : [])),
    path('knockedOut', stepPath, { clipPath: `url(#${id}bars)` }),
    line('axis', plot.x, right, crisp(foot)),
    ...nowOf(layout, said),
  ];
}

function axesOf({ plot, grid, ticks }: FlowLayout, covered: Covered | null): readonly FlowMark[] {
  const foot = plot.y + plot.height;
  return [
    ...grid
      .filter(({ y }) => covered?.y == null || Math.abs(y - covered.y) > pillHeight)
      .map(({ y, label }) => text('word', plot.x - 8, y + 4, 'end', label)),
    ...ticks.flatMap(({ x, anchor, label }) => [
      line('axis', crisp(x), crisp(x), foot, foot + 4),
      ...(covered === null || x + 20 < covered.x1 || x - 20 > covered.x2
        ? [text('word', x, foot + 18, anchor, label)]
        : []),
    ]),
  ];
}

/** Draws a running bar: hatched within its outline, with an opaque background. */
function unfinished(bar: Rect, id: string): readonly FlowMark[] {
  const inner = {
    x: bar.x + 0.5,
    y: bar.y + 0.5,
    width: Math.max(0.5, bar.width - 1),
    height: Math.max(0.5, bar.height - 0.5),
  };
  return [path('behind', barPath(bar)), path('running', barPath(inner), { fill: `url(#${id})` })];
}

function nowOf({ now, plot }: FlowLayout, said: ChartLabels): readonly FlowMark[] {
  if (now === null || said.now === null) return [];
  const x = now.x + (now.labelOnLeft ? -6 : 6);
  const anchor = now.labelOnLeft ? 'end' : 'start';
  return [
    line('now', crisp(now.x), crisp(now.x), plot.y + 19, plot.y + plot.height),
    text('nowTime', x, plot.y + 29, anchor, said.now),
    text('soFar', x, plot.y + 44, anchor, said.say('soFar')),
  ];
}

/** Aligns a 1 px line to one row of pixels. */
function crisp(value: number): number {
  return Math.round(value - 0.5) + 0.5;
}

/** Height in px above a bar within which the usual line would cross its value. */
const valueHeight = 22;

/**
 * Adds each bucket's value above its bar, because paper has no pointer. Moves it above the usual line if that is close.
 * The caller makes sure that the values fit side by side.
 */
export function addValueLabels(
  drawing: Drawing<FlowRole>,
  { bars, steps }: FlowLayout,
  values: readonly string[],
): Drawing<FlowRole | 'value'> {
  const printed = bars.flatMap((bar) => {
    const value = values[bar.index];
    if (value === undefined) return [];
    const usual = steps.find(({ index }) => index === bar.index)?.y ?? bar.y;
    const top = usual < bar.y && bar.y - usual < valueHeight ? usual : bar.y;
    return [text<FlowRole | 'value'>('value', bar.x + bar.width / 2, top - 6, 'middle', value)];
  });
  return [...drawing, ...printed];
}
