import type { Instant } from '@atrium/domain/core';
import type { Point } from '@atrium/domain/measurements';

/** One bucket of a chart. The caller words the label, because only it knows the site's clock and the reader's language. */
export interface Bucket {
  readonly from: Instant;
  /** Excluded. */
  readonly to: Instant;
  /** `12:30–13:00` */
  readonly label: string;
  /** Null lies ahead: neither a value nor a gap. */
  readonly point: Point | null;
  /** What is usual for this bucket; null where nothing is known to compare with. */
  readonly usual: number | null;
}

export function amountOf(point: Point | null): number | null {
  return point?.state === 'known' ? point.value : null;
}

/** The one in which now lies: it counts on, so it is drawn hatched and said to be 'so far'. */
export function isRunning(bucket: Bucket, now: Instant | null): boolean {
  return now !== null && bucket.from <= now && now < bucket.to;
}

/**
 * Top of the axis and its three steps, for values from 0. Steps are tidy multiples of a power of ten;
 * whole numbers only where the values are whole.
 */
export function axisOf(highest: number, whole: boolean): { readonly max: number; readonly ticks: readonly number[] } {
  const wanted = Math.max(highest, whole ? 3 : 1e-9) / 3;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step =
    [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10]
      .map((factor) => factor * power)
      .find((size) => size >= wanted * (1 - 1e-9) && (!whole || Number.isInteger(size))) ?? 10 * power;
  const tidy = (value: number) => Number(value.toPrecision(12));
  return { max: tidy(3 * step), ticks: [0, step, 2 * step, 3 * step].map(tidy) };
}

/** Where a chart draws: what is laid over it goes by this. */
export interface ChartAxis {
  readonly buckets: readonly Bucket[];
  /** px. */
  readonly plot: { readonly x: number; readonly y: number; readonly width: number };
}
