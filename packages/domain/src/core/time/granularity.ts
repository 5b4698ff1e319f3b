import type { Span } from './instant.ts';

/** Bucket widths in seconds: 1, 5, 10, 15, 30 min; 1, 3, 6 h; day, week (from Monday), calendar month. */
export const granularities = [60, 300, 600, 900, 1800, 3600, 10_800, 21_600, 86_400, 604_800, 2_592_000] as const;

export type Granularity = (typeof granularities)[number];

export const granularity = {
  minute: 60,
  quarter: 900,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_592_000,
} as const satisfies Record<string, Granularity>;

export function isGranularity(seconds: number): seconds is Granularity {
  return (granularities as readonly number[]).includes(seconds);
}

/** Returns the smallest granularity of at least this many seconds, or a month. */
export function roundUpGranularity(seconds: number): Granularity {
  return granularities.find((one) => one >= seconds) ?? granularity.month;
}

/**
 * Estimates the number of buckets in a span, to refuse a range before computing its edges. Off by a few around clock
 * changes.
 */
export function estimateBuckets(span: Span, width: Granularity): number {
  return Math.max(0, Math.ceil((span.to - span.from) / (width * 1000)));
}
