import type { Instant, Span } from '@atrium/domain/core';
import { createTimeScale } from './drawing/place-labels.ts';
import { type Bucket, getKnownValue, isRunning } from './series.ts';

/** The time axis that lanes share with the chart above them, px. */
export interface LaneAxis {
  readonly buckets: readonly Bucket[];
  readonly plot: { readonly x: number; readonly width: number };
}

export interface LaneInput {
  readonly buckets: readonly Bucket[];
  /** Limits of good values, drawn as lines. */
  readonly limits: readonly number[];
  /** Whether values are amounts of their bucket: drawn as steps from 0. Levels are drawn as a line on their own range. */
  readonly isAmount: boolean;
  /** An amount of the bucket that contains now is not drawn: it is still growing, and would look like a fall. */
  readonly now: Instant;
}

export interface LaneLayout {
  /** One path for each run of known values. */
  readonly lines: readonly string[];
  /** The usual range of each bucket that has one. */
  readonly bands: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  }[];
  /** Heights of the limits. */
  readonly limits: readonly number[];
}

/** Space above and below the values, so that a line is not cut, px. */
const margin = 2;
/** A level that is known for one bucket only is a dot as wide as this, px. */
const dotWidth = 4;

/** Lays out a metric over the time of another chart. Null if nothing is known and nothing is usual. */
export function layoutLane(
  { buckets, limits, isAmount, now }: LaneInput,
  axis: LaneAxis,
  height: number,
): LaneLayout | null {
  const x = createTimeScale(axis.buckets, axis.plot);
  const span = spanOf(axis.buckets);
  const shown = buckets.filter(({ from, to }) => from < span.to && to > span.from);
  const drawn = isAmount
    ? shown.map((bucket) => (isRunning(bucket, now) ? { ...bucket, point: null } : bucket))
    : shown;
  const values = drawn.flatMap(({ point, range }) => {
    const value = getKnownValue(point);
    return [...(value === null ? [] : [value]), ...(range ? [range.lower, range.upper] : [])];
  });
  if (values.length === 0) return null;
  const low = Math.min(...values, ...limits, ...(isAmount ? [0] : []));
  const high = Math.max(...values, ...limits);
  const y = (value: number) =>
    height - margin - ((value - low) / (high > low ? high - low : 1)) * (height - 2 * margin);
  return {
    lines: listRuns(drawn).map((run) =>
      isAmount
        ? `M${run.map(({ bucket, value }) => `${round(x(bucket.from))} ${round(y(value))}H${round(x(bucket.to))}`).join('L')}`
        : drawLevel(run.map(({ bucket, value }) => [x((bucket.from + bucket.to) / 2), y(value)])),
    ),
    bands: shown.flatMap(({ from, to, range }) =>
      range
        ? [
            {
              x: x(from),
              y: y(range.upper),
              width: x(to) - x(from),
              height: Math.max(1, y(range.lower) - y(range.upper)),
            },
          ]
        : [],
    ),
    limits: limits.map(y),
  };
}

function drawLevel(points: readonly (readonly [number, number])[]): string {
  const [first] = points;
  if (first && points.length === 1)
    return `M${round(first[0] - dotWidth / 2)} ${round(first[1])}H${round(first[0] + dotWidth / 2)}`;
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
}

interface Known {
  readonly bucket: Bucket;
  readonly value: number;
}

/** Returns the known buckets, split where one is missing. */
function listRuns(buckets: readonly Bucket[]): readonly (readonly Known[])[] {
  const runs: Known[][] = [];
  let end: Instant | null = null;
  for (const bucket of buckets) {
    const value = getKnownValue(bucket.point);
    if (value === null) continue;
    if (bucket.from !== end) runs.push([]);
    runs.at(-1)?.push({ bucket, value });
    end = bucket.to;
  }
  return runs;
}

/** Returns where spans lie on the axis, at least `minWidth` px wide. Leaves out those beside it. */
export function placeSpans<Item extends Span>(
  spans: readonly Item[],
  axis: LaneAxis,
  minWidth: number,
): readonly { readonly item: Item; readonly x: number; readonly width: number }[] {
  const x = createTimeScale(axis.buckets, axis.plot);
  const all = spanOf(axis.buckets);
  const end = axis.plot.x + axis.plot.width;
  return spans
    .filter(({ from, to }) => from < all.to && to > all.from)
    .map((item) => {
      const width = Math.max(minWidth, x(item.to) - x(item.from));
      return { item, x: Math.max(axis.plot.x, Math.min(x(item.from), end - width)), width };
    });
}

/**
 * Returns where spans that are links lie on the axis, in order of their start. Each ends where the next one begins, and
 * those that begin together stand beside each other, so that each can be clicked; all stay within the plot.
 */
export function placeLinks<Item extends Span>(
  spans: readonly Item[],
  axis: LaneAxis,
  minWidth: number,
): readonly { readonly item: Item; readonly x: number; readonly width: number }[] {
  const placed = placeSpans(spans, axis, minWidth).toSorted((one, other) => one.item.from - other.item.from);
  const end = axis.plot.x + axis.plot.width;
  let free = axis.plot.x;
  const begun = placed.map(({ item, x, width }, index) => {
    const room = end - (placed.length - index) * minWidth;
    const at = Math.max(free, Math.min(x, Math.max(axis.plot.x, room)));
    free = at + minWidth;
    return { item, x: at, width: Math.max(minWidth, x + width - at) };
  });
  return begun.map((link, index) => {
    const next = begun[index + 1]?.x ?? Number.POSITIVE_INFINITY;
    return { ...link, width: Math.min(link.width, next - link.x) };
  });
}

const spanOf = (buckets: readonly Bucket[]): Span => ({ from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 0 });

const round = (px: number) => Math.round(px * 10) / 10;
