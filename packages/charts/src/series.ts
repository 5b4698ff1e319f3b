import type { Instant } from '@atrium/domain/core';
import type { Point, UsualRange } from '@atrium/domain/numbers';

/**
 * One bucket of a chart. The caller formats the label, because only it knows the site's time zone and the reader's
 * language.
 */
export interface Bucket {
  readonly from: Instant;
  /** Exclusive. */
  readonly to: Instant;
  /** `12:30–13:00` */
  readonly label: string;
  /** Null if in the future: neither a value nor a gap. */
  readonly point: Point | null;
  /** Usual value; null if there is nothing to compare with. */
  readonly usual: number | null;
  /** Range of the usual value; absent or null without one. */
  readonly range?: UsualRange | null;
}

export function getKnownValue(point: Point | null): number | null {
  return point?.state === 'known' ? point.value : null;
}

/** Whether the bucket contains now. Running buckets are hatched and labelled 'so far'. */
export function isRunning(bucket: Bucket, now: Instant | null): boolean {
  return now !== null && bucket.from <= now && now < bucket.to;
}

/**
 * Returns the top of an axis from 0 and its three steps, round multiples of a power of ten. Whole numbers only if the
 * values are whole.
 */
export function createAxis(
  highest: number,
  whole: boolean,
): { readonly max: number; readonly ticks: readonly number[] } {
  const wanted = Math.max(highest, whole ? 3 : 1e-9) / 3;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step =
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
      .map((factor) => factor * power)
      .find((size) => size >= wanted * (1 - 1e-9) && (!whole || Number.isInteger(size))) ?? 10 * power;
  const tidy = (value: number) => Number(value.toPrecision(12));
  return { max: tidy(3 * step), ticks: [0, step, 2 * step, 3 * step].map(tidy) };
}

/** Position of a chart's plot, for overlays. */
export interface ChartAxis {
  readonly buckets: readonly Bucket[];
  /** In px. */
  readonly plot: { readonly x: number; readonly y: number; readonly width: number };
}
