import type { Instant, Span } from '@atrium/domain/core';
import { type Column, estimateWidth, type Rect, type TextWidth } from '../drawing/geometry.ts';
import {
  createTimeScale,
  fitText,
  type PlacedEvent,
  type PlacedTick,
  placeEvents,
  placeTicks,
} from '../drawing/place-labels.ts';
import { type Bucket, isRunning } from '../series.ts';
import { type Extreme, type PlacedLabel, placeEndLabels, placeExtremes } from './direct-labels.ts';
import type { PlotInput } from './plot-input.ts';
import {
  computeExtents,
  type Extent,
  findComparedSeries,
  layoutColumns,
  layoutLines,
  layoutRanges,
  layoutUsual,
  type PlotBar,
  type PlotLine,
} from './plot-marks.ts';
import { createScale, multiplyScale, type Scale } from './scale.ts';

export interface PlotLayout {
  readonly plot: Rect;
  readonly columns: readonly Column[];
  readonly grid: readonly { readonly y: number; readonly start: string; readonly end: string | null }[];
  readonly baseY: number;
  /** Position of 0 on the first axis; null if it is at the bottom or not on the scale. */
  readonly zeroY: number | null;
  readonly ticks: readonly PlacedTick[];
  readonly bars: readonly PlotBar[];
  readonly lines: readonly PlotLine[];
  /** Usual range of each bucket that has one. */
  readonly bands: readonly Rect[];
  /** The stepped line of usual values, by series. */
  readonly usual: readonly { readonly key: string; readonly path: string }[];
  readonly closed: readonly Rect[];
  /** Position of the word in the widest closed span; null if it has no room. */
  readonly closedWord: { readonly x: number; readonly y: number } | null;
  readonly missing: readonly { readonly rect: Rect; readonly labelled: boolean }[];
  readonly events: readonly PlacedEvent[];
  readonly nowX: number | null;
  readonly thresholds: readonly { readonly y: number; readonly label: string; readonly color: string | null }[];
  readonly endLabels: readonly {
    readonly key: string;
    readonly y: number;
    readonly text: string;
    readonly color: string;
  }[];
  /** Center and baseline of each label. */
  readonly extremes: readonly PlacedLabel[];
  readonly extents: readonly (readonly (Extent | null)[])[];
  readonly y: (value: number, axis: 0 | 1) => number;
}

const belowPlot = 25;
/** Space in px around a name at the end of its line. */
const besideName = 22;
/** Minimum chart width in px for names at lines. The legend uses the same width. */
const minWidthForNames = 420;

export function layoutPlot(
  input: PlotInput,
  width: number,
  height: number,
  widthOf: TextWidth = estimateWidth,
): PlotLayout {
  const extents = computeExtents(input);
  const scales = scalesOf(input, extents);
  const axisWidth = axisWidths(input, scales, widthOf);
  const ends = width >= minWidthForNames && hasDirectLabels(input);
  const room = ends ? Math.min(150, Math.max(...input.series.map(({ name }) => widthOf(name))) + besideName) : 0;
  const top = input.events.length > 0 ? 31 : 14;
  const right = Math.max(axisWidth.end, room);
  const plot: Rect = {
    x: axisWidth.start,
    y: top,
    width: Math.max(1, width - axisWidth.start - right),
    height: Math.max(1, height - top - belowPlot),
  };
  const places = input.series.reduce<readonly Bucket[]>(
    (longest, { buckets }) => (buckets.length > longest.length ? buckets : longest),
    [],
  );
  const y = (value: number, axis: 0 | 1) => {
    const { min, max } = scales[axis] ?? scales[0] ?? { min: 0, max: 1 };
    return plot.y + plot.height * (1 - (value - min) / (max - min || 1));
  };
  const x = createTimeScale(places, plot);
  const columnWidth = plot.width / Math.max(1, places.length);
  const columns = places.map((_, index): Column => ({ x: plot.x + index * columnWidth, width: columnWidth }));
  const shape = { input, extents, columns, plot, y };
  const running = places.some((bucket) => isRunning(bucket, input.now));
  const lines = layoutLines(shape);
  const nowX = input.now !== null && running ? x(input.now) : null;
  const shades = closedOf(input, x, plot, lines, nowX);
  const thresholds = input.thresholds.map(({ value, label, color }) => ({ y: y(value, 0), label, color }));
  return {
    plot,
    columns,
    grid: labelledTicks(scales[0]?.ticks ?? [], plot.height).map(({ tick, index }) => ({
      y: y(tick, 0),
      start: markOf(input, scales, 0, index),
      end: scales[1] === undefined ? null : markOf(input, scales, 1, index),
    })),
    baseY: plot.y + plot.height,
    zeroY: zeroOf(scales[0], (value) => y(value, 0)),
    ticks: placeTicks(input.ticks, x, plot, widthOf),
    bars: layoutColumns(shape),
    lines,
    bands: layoutRanges(shape),
    usual: layoutUsual(shape),
    ...shades,
    missing: missingOf(input, columns, plot),
    events: placeEvents(input.events, x, plot, widthOf),
    nowX,
    thresholds,
    endLabels: ends
      ? placeEndLabels(input, lines, plot).map((end) => ({
          ...end,
          text: fitText(end.text, room - besideName, widthOf),
        }))
      : [],
    extremes: input.minMax
      ? placeExtremes(extremesOf(input, extents, columns, y), {
          plot,
          widthOf,
          others: otherLabels(thresholds, shades.closedWord, nowX, plot, widthOf),
        })
      : [],
    extents,
    y,
  };
}

/** About as long as the words for closed and for "so far" in any language. */
const aWord = 'fermeture.';

/** Returns the labels within the plot, except those of values. */
function otherLabels(
  thresholds: PlotLayout['thresholds'],
  closedWord: PlotLayout['closedWord'],
  nowX: number | null,
  plot: Rect,
  widthOf: TextWidth,
): readonly PlacedLabel[] {
  const right = plot.x + plot.width - 4;
  return [
    ...thresholds.map(({ y, label }) => ({ x: right - widthOf(label) / 2, y: y - 5, text: label })),
    ...(closedWord === null ? [] : [{ ...closedWord, text: aWord }]),
    ...(nowX === null ? [] : [14, 29].map((down) => ({ x: nowX, y: plot.y + down, text: `${aWord}${aWord}` }))),
  ];
}

/** Whether names are at the ends of lines: only if there are few enough. */
export function hasDirectLabels({ series }: PlotInput): boolean {
  return series.length > 1 && series.length <= 8 && series.every(({ mark }) => mark === 'line');
}

function scalesOf(input: PlotInput, extents: PlotLayout['extents']): readonly Scale[] {
  return input.axes.map(({ fromZero, whole, range, tidy = 1 }, axis) => {
    const own = input.series.flatMap((series, index) =>
      series.axis === axis
        ? [
            ...(extents[index] ?? []).flatMap((extent) => (extent === null ? [] : [extent.to])),
            ...(input.stacked || input.percentage ? [] : series.buckets.flatMap(({ usual }) => usual ?? [])),
          ]
        : [],
    );
    if (input.percentage)
      return own.some((value) => value < 0)
        ? { min: -100, max: 100, ticks: [-100, -50, 0, 50, 100] }
        : { min: 0, max: 100, ticks: [0, 25, 50, 75, 100] };
    const limits = axis === 0 ? input.thresholds.map(({ value }) => value) : [];
    const compared = findComparedSeries(input);
    const ranges =
      compared?.axis === axis
        ? compared.buckets.flatMap((one) => (one.range ? [one.range.lower, one.range.upper] : []))
        : [];
    const isFixed = range !== undefined && own.every((value) => value >= range.min && value <= range.max);
    if (isFixed) {
      const { min, max } = range;
      return { min, max, ticks: steps(min, max) };
    }
    return multiplyScale(
      tidy,
      createScale(
        [...own, ...ranges, ...limits].map((value) => value / tidy),
        // Columns and stacked series start at 0, so their scale must contain it.
        { fromZero: fromZero || standsOnZero(input, axis), whole },
      ),
    );
  });
}

const standsOnZero = ({ series, stacked }: PlotInput, axis: number) =>
  series.some((each) => each.axis === axis && (each.mark === 'column' || (stacked && each.mark === 'area')));

function zeroOf(scale: Scale | undefined, y: (value: number) => number): number | null {
  return scale !== undefined && scale.min < 0 && scale.max >= 0 ? y(0) : null;
}

/** Minimum distance in px between two labels of an axis, about the height of a text. */
const minLabelDistance = 13;

/** Returns every n-th tick down from the top, for the smallest n whose labels do not touch. A low plot has the top one. */
function labelledTicks(ticks: readonly number[], height: number) {
  const intervals = ticks.length - 1;
  const isApart = (every: number) => intervals % every === 0 && (height / intervals) * every >= minLabelDistance;
  const every = Array.from({ length: intervals }, (_, index) => index + 1).find(isApart) ?? ticks.length;
  return ticks.flatMap((tick, index) => ((intervals - index) % every === 0 ? [{ tick, index }] : []));
}

/** Formats a tick of a scale. The top one includes the unit. */
function markOf({ axes }: PlotInput, scales: readonly Scale[], axis: 0 | 1, index: number): string {
  const ticks = scales[axis]?.ticks ?? [];
  const { format, unit } = axes[axis] ?? {};
  const text = format?.(ticks[index] ?? 0) ?? '';
  return unit !== undefined && index === ticks.length - 1 ? `${text}\u00a0${unit}` : text;
}

/** Returns ticks in steps of 1 for small ranges, else in four steps. */
function steps(min: number, max: number): readonly number[] {
  const count = max - min <= 5 && Number.isInteger(max - min) ? max - min : 4;
  return Array.from({ length: count + 1 }, (_, index) => min + ((max - min) * index) / count);
}

function axisWidths(input: PlotInput, scales: readonly Scale[], widthOf: TextWidth) {
  const widest = (axis: 0 | 1) =>
    Math.max(0, ...(scales[axis]?.ticks ?? []).map((_, index) => widthOf(markOf(input, scales, axis, index))));
  const px = (label: number) => Math.max(35, Math.ceil(label) + 14);
  return { start: px(widest(0)), end: scales[1] === undefined ? 0 : px(widest(1)) };
}

function closedOf(
  input: PlotInput,
  x: (at: Instant) => number,
  plot: Rect,
  lines: readonly PlotLine[],
  nowX: number | null,
) {
  const closed = input.closed
    .map((span) => ({ from: x(span.from), to: x(span.to) }))
    .filter(({ from, to }) => to - from > 0.5)
    .map(({ from, to }): Rect => ({ x: from, y: plot.y, width: to - from, height: plot.height }));
  const widest = closed.reduce<Rect | null>((best, rect) => (best && best.width > rect.width ? best : rect), null);
  return { closed, closedWord: widest && widest.width >= 40 ? wordIn(widest, lines, nowX) : null };
}

/** In px: width and height of the texts next to the line of now. */
const besideNow = 70;
const rowsOfNow = 32;

/** Places the word at the bottom, or at the top if lines run low, below the texts of now. */
function wordIn(
  shade: Rect,
  lines: readonly PlotLine[],
  nowX: number | null,
): { readonly x: number; readonly y: number } {
  const isLow = lines.some(({ points }) =>
    points.some(({ x, y }) => x >= shade.x && x <= shade.x + shade.width && y > shade.y + shade.height - 28),
  );
  const x = shade.x + shade.width / 2;
  const top = nowX !== null && Math.abs(nowX - x) < besideNow ? rowsOfNow : 0;
  return { x, y: isLow ? shade.y + top + 16 : shade.y + shade.height - 8 };
}

/** Returns the positions where all values are missing while open: a dotted box per run, labelled once. */
function missingOf({ series, closed }: PlotInput, columns: readonly Column[], plot: Rect): PlotLayout['missing'] {
  if (series.length === 0) return [];
  const isShut = ({ from, to }: Span) => closed.some((shut) => shut.from <= from && to <= shut.to);
  const isMissing = (place: number) =>
    series.every(({ buckets: { [place]: bucket } }) => bucket?.point?.state === 'missing' && !isShut(bucket));
  const runs: { first: number; last: number }[] = [];
  for (let place = 0; place < columns.length; place++) {
    if (!isMissing(place)) continue;
    const run = runs.at(-1);
    if (run?.last === place - 1) run.last = place;
    else runs.push({ first: place, last: place });
  }
  return runs.map(({ first, last }) => {
    const x = columns[first]?.x ?? 0;
    const end = columns[last];
    const width = (end ? end.x + end.width : x) - x;
    return { rect: { x, y: plot.y + plot.height * 0.72, width, height: plot.height * 0.28 }, labelled: width >= 46 };
  });
}

function extremesOf(
  input: PlotInput,
  extents: PlotLayout['extents'],
  columns: readonly Column[],
  y: PlotLayout['y'],
): readonly Extreme[] {
  return input.series.flatMap(({ axis, format, buckets, grows }, index) => {
    const known = (extents[index] ?? []).flatMap((extent, place) => {
      const bucket = buckets[place];
      const point = bucket?.point;
      // A running value is not the minimum.
      if (bucket && grows && isRunning(bucket, input.now)) return [];
      return extent === null || point?.state !== 'known' ? [] : [{ place, to: extent.to, value: point.value }];
    });
    const [first] = known;
    if (first === undefined) return [];
    const high = known.reduce((best, each) => (each.value > best.value ? each : best), first);
    const low = known.reduce((best, each) => (each.value < best.value ? each : best), first);
    return [high, low].flatMap(({ place, to, value }, which) => {
      const column = columns[place];
      if (column === undefined || (which === 1 && low.place === high.place)) return [];
      return [{ x: column.x + column.width / 2, y: y(to, axis), text: format(value), isHigh: which === 0 }];
    });
  });
}
