import type { Instant, Span } from '@atrium/domain/core';
import {
  type Bar,
  barPath,
  bracketPath,
  type Column,
  estimateWidth,
  openBox,
  type Rect,
  type TextWidth,
  type UsualStep,
} from '../drawing/geometry.ts';
import { type ChartLabels, type Drawing, hatch, line, type Mark, path, text } from '../drawing/marks.ts';
import {
  type AxisTick,
  createTimeScale,
  type PlacedEvent,
  type PlacedTick,
  placeEvents,
  placeTicks,
} from '../drawing/place-labels.ts';
import { type Bucket, createAxis, getKnownValue, isRunning } from '../series.ts';
import { joinSteps, layoutBands, type MissingRun, placeMissing } from './flow-parts.ts';

/** A flow over time with its context. All times are instants, because the chart knows no time zone. */
export interface FlowInput {
  /**
   * Oldest first. They form the axis with equal widths. Time between buckets, such as other days or hidden closed
   * hours, takes no space.
   */
  readonly buckets: readonly Bucket[];
  readonly closed: readonly Span[];
  readonly events: readonly { readonly span: Span; readonly label: string }[];
  /** Null if the period is in the past. */
  readonly now: Instant | null;
  readonly ticks: readonly AxisTick[];
  readonly whole: boolean;
  readonly formatAxis: (value: number) => string;
}

export interface FlowLayout {
  readonly plot: Rect;
  /** Value at the top of the plot. */
  readonly max: number;
  readonly bars: readonly Bar[];
  readonly missing: readonly MissingRun[];
  readonly steps: readonly UsualStep[];
  readonly stepPath: string;
  /** Usual range of each bucket that has one. */
  readonly bands: readonly Rect[];
  readonly grid: readonly { readonly y: number; readonly label: string }[];
  readonly ticks: readonly PlacedTick[];
  readonly closed: readonly Rect[];
  /** Position of the word 'closed'; null if no closed span is wide enough. */
  readonly closedWordX: number | null;
  readonly events: readonly PlacedEvent[];
  readonly now: { readonly x: number; readonly labelOnLeft: boolean } | null;
  /** Left edge and width of each bucket, for pointers and highlights. */
  readonly columns: readonly Column[];
}

const belowPlot = 25;
const abovePlot = { withEvents: 31, without: 14 };
const widestGap = { roomy: 5, phone: 2 };

export function layoutFlow(
  input: FlowInput,
  width: number,
  height: number,
  widthOf: TextWidth = estimateWidth,
): FlowLayout {
  const highest = Math.max(0, ...input.buckets.map(findHighest));
  const axis = createAxis(highest, input.whole);
  const labels = axis.ticks.map(input.formatAxis);
  const left = Math.max(35, Math.ceil(Math.max(...labels.map(widthOf))) + 14);
  const top = input.events.length > 0 ? abovePlot.withEvents : abovePlot.without;
  const plot: Rect = {
    x: left,
    y: top,
    width: Math.max(1, width - left),
    height: Math.max(1, height - top - belowPlot),
  };
  const x = createTimeScale(input.buckets, plot);
  const y = (value: number) => plot.y + plot.height * (1 - value / axis.max);

  const columnWidth = plot.width / Math.max(1, input.buckets.length);
  const columns = input.buckets.map((_, index) => ({ x: plot.x + index * columnWidth, width: columnWidth }));
  const gap = gapOf(columns, plot.width);
  const bars = input.buckets.flatMap((bucket, index): Bar[] => {
    const value = getKnownValue(bucket.point);
    const column = columns[index];
    if (value === null || column === undefined || value <= 0) return [];
    const barY = y(value);
    return [
      {
        index,
        running: isRunning(bucket, input.now),
        x: column.x + gap / 2,
        width: Math.max(1, column.width - gap),
        y: barY,
        height: plot.y + plot.height - barY,
      },
    ];
  });
  const steps = input.buckets.flatMap((bucket, index): UsualStep[] => {
    const column = columns[index];
    return bucket.usual === null || column === undefined
      ? []
      : [{ index, x1: column.x, x2: column.x + column.width, y: y(bucket.usual) }];
  });
  const closed = input.closed
    .map((span) => ({ from: x(span.from), to: x(span.to) }))
    .filter(({ from, to }) => to - from > 0.5)
    .map(({ from, to }) => ({ x: from, y: plot.y, width: to - from, height: plot.height }));

  const running = input.buckets.some((bucket) => isRunning(bucket, input.now));
  const nowX = input.now !== null && running ? x(input.now) : null;
  return {
    plot,
    max: axis.max,
    bars,
    missing: placeMissing(input.buckets, { columns, bars, steps, gap, plot, nowX }),
    steps,
    stepPath: joinSteps(steps),
    bands: layoutBands(input.buckets, columns, plot, y),
    grid: axis.ticks.map((tick, index) => ({ y: y(tick), label: labels[index] ?? '' })),
    ticks: placeTicks(input.ticks, x, plot, widthOf),
    closed,
    closedWordX: closedWord(closed),
    events: placeEvents(input.events, x, plot, widthOf),
    now: nowX === null ? null : placeNow(nowX, plot),
    columns,
  };
}

function findHighest({ point, usual, range }: Bucket): number {
  return Math.max(getKnownValue(point) ?? 0, usual ?? 0, range?.upper ?? 0);
}

/** Returns the gap between bars: 5 px, 2 px on phones, at most a fifth of the column. */
function gapOf(columns: readonly Column[], plotWidth: number): number {
  const narrowest = Math.min(...columns.map((column) => column.width), Number.POSITIVE_INFINITY);
  return Math.min(plotWidth < 420 ? widestGap.phone : widestGap.roomy, narrowest * 0.22);
}

function closedWord(closed: readonly Rect[]): number | null {
  const widest = closed.reduce<Rect | null>(
    (best, rect) => (best === null || rect.width >= best.width ? rect : best),
    null,
  );
  return widest !== null && widest.width >= 40 ? widest.x + widest.width / 2 : null;
}

function placeNow(x: number, plot: Rect): { x: number; labelOnLeft: boolean } {
  return { x, labelOnLeft: x + 48 > plot.x + plot.width };
}

export const flowRoles = [
  'closed',
  'grid',
  'axis',
  'word',
  'bracket',
  'missing',
  'band',
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
    ...layout.bands.map((band): FlowMark => ({ element: 'rect', role: 'band', ...band })),
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
