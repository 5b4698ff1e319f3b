import type { Column, Rect } from '../drawing/geometry.ts';
import { joinSteps, layoutBands } from '../flow/flow-parts.ts';
import { getKnownValue, isRunning } from '../series.ts';
import type { PlotInput, PlotSeries } from './plot-input.ts';

export interface PlotBar extends Rect {
  readonly key: string;
  readonly place: number;
  readonly color: string;
  readonly running: boolean;
  /** Only the end of a stack is rounded. */
  readonly rounded: boolean;
  /** Extends down from 0. */
  readonly isBelow: boolean;
}

export interface PlotLine {
  readonly key: string;
  readonly color: string;
  /** Breaks at missing values. */
  readonly path: string;
  /** Dashed segment into the running bucket. */
  readonly running: string;
  /** Empty for a line without an area. */
  readonly area: string;
  readonly dots: readonly { readonly x: number; readonly y: number; readonly place: number }[];
  /** The running bucket's value, if the line ends before it. */
  readonly soFar: { readonly x: number; readonly y: number } | null;
  /** All known points of finished buckets. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Shape {
  readonly input: PlotInput;
  readonly extents: readonly (readonly (Extent | null)[])[];
  readonly columns: readonly Column[];
  readonly plot: Rect;
  readonly y: (value: number, axis: 0 | 1) => number;
}

/** Lays out columns side by side, or stacked. */
export function layoutColumns({ input, extents, columns, plot, y }: Shape): readonly PlotBar[] {
  const shown = input.series.flatMap((series, index) => (series.mark === 'column' ? [{ series, index }] : []));
  const lanes = input.stacked || input.percentage ? 1 : shown.length;
  const gap = Math.min(plot.width < 420 ? 2 : 5, (columns[0]?.width ?? 0) * 0.22);
  return shown.flatMap(({ series, index }, order) =>
    (extents[index] ?? []).flatMap((extent, place): PlotBar[] => {
      const column = columns[place];
      const bucket = series.buckets[place];
      if (extent === null || column === undefined || bucket === undefined || extent.to === extent.from) return [];
      const lane = (column.width - gap) / lanes;
      const tops = [y(extent.to, series.axis), y(extent.from, series.axis)];
      const top = Math.min(...tops);
      return [
        {
          key: `${series.key}@${place}`,
          place,
          color: series.color,
          running: isRunning(bucket, input.now),
          isBelow: extent.to < extent.from,
          rounded: lanes > 1 || shown.length === 1 || order === shown.length - 1,
          x: column.x + gap / 2 + (lanes === 1 ? 0 : order * lane),
          width: Math.max(1, lane - (lanes > 1 ? Math.min(1, lane * 0.1) : 0)),
          y: top,
          height: Math.max(0.5, Math.max(...tops) - top),
        },
      ];
    }),
  );
}

export function layoutLines({ input, extents, columns, plot, y }: Shape): readonly PlotLine[] {
  const ground = plot.y + plot.height;
  return input.series.flatMap((series, index) => {
    if (series.mark === 'column') return [];
    const runs: { x: number; y: number; foot: number; place: number; running: boolean }[][] = [[]];
    let soFar: PlotLine['soFar'] = null;
    for (const [place, extent] of (extents[index] ?? []).entries()) {
      const column = columns[place];
      const bucket = series.buckets[place];
      const isUnfinished = bucket !== undefined && series.grows === true && isRunning(bucket, input.now);
      if (isUnfinished && extent !== null && column !== undefined)
        soFar = { x: column.x + column.width / 2, y: y(extent.to, series.axis) };
      if (extent === null || column === undefined || bucket === undefined || isUnfinished) {
        if (runs.at(-1)?.length) runs.push([]);
        continue;
      }
      runs.at(-1)?.push({
        x: column.x + column.width / 2,
        y: y(extent.to, series.axis),
        // An axis that starts above zero ends at its bottom.
        foot: Math.min(ground, y(extent.from, series.axis)),
        place,
        running: isRunning(bucket, input.now),
      });
    }
    const stretches = runs.filter((run) => run.length > 0);
    const last = stretches.at(-1);
    const tail = last?.at(-1)?.running === true && last.length > 1 ? last.slice(-2) : [];
    const solid = stretches.map((run) => (run === last && tail.length > 0 ? run.slice(0, -1) : run));
    const area = stretches.map((run) => {
      const back = [...run].reverse().map((point) => `L${fixed(point.x)} ${fixed(point.foot)}`);
      return `${path(run)}${back.join('')}Z`;
    });
    return [
      {
        key: series.key,
        color: series.color,
        path: solid.map(path).join(''),
        running: path(tail),
        area: series.mark === 'area' ? area.join('') : '',
        // A point between two gaps has no line, so it needs a dot.
        dots: stretches.flatMap((run) => (run.length === 1 || run === last ? run.slice(-1) : [])),
        soFar,
        points: stretches.flat(),
      },
    ];
  });
}

/** Returns the usual ranges, of the series whose usual values are drawn. */
export function layoutRanges({ input, columns, plot, y }: Shape): readonly Rect[] {
  const only = findComparedSeries(input);
  return only === null ? [] : layoutBands(only.buckets, columns, plot, (value) => y(value, only.axis));
}

/** Returns the series that is drawn with its usual values: the only one. */
export function findComparedSeries({ series: [only, ...more], percentage }: PlotInput): PlotSeries | null {
  return only === undefined || more.length > 0 || percentage ? null : only;
}

/** Returns the usual values as a stepped line, for a single series only: several would be unreadable. */
export function layoutUsual({ input, columns, y }: Shape): readonly { readonly key: string; readonly path: string }[] {
  const only = findComparedSeries(input);
  if (only === null) return [];
  const steps = only.buckets.flatMap((bucket, index) => {
    const column = columns[index];
    return bucket.usual === null || column === undefined
      ? []
      : [{ index, x1: column.x, x2: column.x + column.width, y: y(bucket.usual, only.axis) }];
  });
  return steps.length === 0 ? [] : [{ key: only.key, path: joinSteps(steps) }];
}

function path(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${fixed(x)} ${fixed(y)}`).join('');
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Start and end of a value on its axis; null if unknown. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the extent of every series at every position. Lines are never stacked, because the height of a stacked line
 * is meaningless. Negative values stack downwards. With `percentage` each value is its share of all absolute amounts.
 */
export function computeExtents({ series, stacked, percentage }: PlotInput): readonly (readonly (Extent | null)[])[] {
  const places = Math.max(0, ...series.map(({ buckets }) => buckets.length));
  const wholes = Array.from({ length: places }, (_, place) =>
    series.reduce((sum, { buckets }) => sum + Math.abs(getKnownValue(buckets[place]?.point ?? null) ?? 0), 0),
  );
  const feet = new Map<string, number>();
  return series.map(({ buckets, mark, axis }) => {
    const stacks = (stacked || percentage) && mark !== 'line';
    return buckets.map((bucket, place): Extent | null => {
      const raw = getKnownValue(bucket.point);
      if (raw === null) return null;
      const whole = wholes[place] ?? 0;
      if (percentage && whole === 0) return null;
      const value = percentage ? (raw / whole) * 100 : raw;
      if (!stacks) return { from: 0, to: value };
      const key = `${axis} ${place} ${value < 0 ? 'below' : 'above'}`;
      const from = feet.get(key) ?? 0;
      feet.set(key, from + value);
      return { from, to: from + value };
    });
  });
}
