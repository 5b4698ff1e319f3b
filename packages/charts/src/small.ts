import type { Instant, Span } from '@atrium/domain/core';
import { type Bucket, getKnownValue, isRunning } from './series.ts';

export interface BarsLayout {
  readonly bars: readonly {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
    readonly running: boolean;
  }[];
  readonly usual: readonly { readonly x: number; readonly y: number; readonly width: number }[];
}

/**
 * Lays out bars with a dash per bucket at its usual value. Negative bars extend downwards. Missing buckets only have
 * the dash.
 */
export function layoutBars({ span, buckets, now }: SmallInput, { width, height }: Size): BarsLayout {
  const shown = buckets.filter((bucket) => bucket.from >= span.from && bucket.from < span.to);
  const values = shown.flatMap((bucket) => [getKnownValue(bucket.point) ?? 0, bucket.usual ?? 0]);
  const lowest = Math.min(0, ...values);
  const range = Math.max(1e-9, Math.max(0, ...values) - lowest);
  const x = (bucket: Bucket) => ((bucket.from - span.from) / (span.to - span.from)) * width;
  const columnWidth = (bucket: Bucket) => ((bucket.to - bucket.from) / (span.to - span.from)) * width;
  const gap = Math.min(1, Math.min(...shown.map(columnWidth), 4) * 0.25);
  const y = (value: number) => height - ((value - lowest) / range) * (height - 1);
  return {
    bars: shown.flatMap((bucket) => {
      const value = getKnownValue(bucket.point);
      if (value === null || value === 0) return [];
      const barHeight = Math.max(1, Math.abs(y(value) - y(0)));
      return [
        {
          x: x(bucket),
          y: value > 0 ? y(0) - barHeight : y(0),
          width: Math.max(0.5, columnWidth(bucket) - gap),
          height: barHeight,
          running: isRunning(bucket, now),
        },
      ];
    }),
    usual: shown.flatMap((bucket) =>
      bucket.usual === null
        ? []
        : [{ x: x(bucket), y: y(bucket.usual) - 1, width: Math.max(0.5, columnWidth(bucket) - gap) }],
    ),
  };
}

/** A small chart of one metric. Charts side by side share the time span. */
export interface SmallInput {
  readonly span: Span;
  readonly buckets: readonly Bucket[];
  readonly now: Instant | null;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface LineLayout {
  /** One path per uninterrupted run of known values. */
  readonly lines: readonly string[];
  readonly areas: readonly string[];
  readonly usual: string;
  /** The latest known value. */
  readonly dot: { readonly x: number; readonly y: number } | null;
  readonly nowX: number | null;
}

interface XY {
  readonly x: number;
  readonly y: number;
}

/**
 * Lays out a line. `fromZero` starts the scale at 0, so that counts of people are not exaggerated. Rates and durations
 * use their own range.
 */
export function layoutLine(
  { span, buckets, now }: SmallInput,
  { width, height }: Size,
  options: { readonly fromZero: boolean; readonly inset: number },
): LineLayout {
  const shown = buckets.filter((bucket) => bucket.from >= span.from && bucket.from < span.to);
  const heights = shown
    .flatMap((bucket) => [getKnownValue(bucket.point), bucket.usual])
    .filter((value): value is number => value !== null);
  const high = Math.max(...heights, options.fromZero ? 0 : Number.NEGATIVE_INFINITY);
  const low = Math.min(...heights, options.fromZero ? 0 : Number.POSITIVE_INFINITY);
  const range = high - low || 1;
  const x = (at: Instant) => ((at - span.from) / (span.to - span.from)) * width;
  const y = (value: number) => options.inset + (1 - (value - low) / range) * (height - 2 * options.inset);
  const middle = (bucket: Bucket) => x(now !== null && isRunning(bucket, now) ? now : (bucket.from + bucket.to) / 2);

  const runs: XY[][] = [[]];
  for (const bucket of shown) {
    const value = getKnownValue(bucket.point);
    if (value === null) {
      if (runs.at(-1)?.length) runs.push([]);
    } else runs.at(-1)?.push({ x: middle(bucket), y: y(value) });
  }
  const stretches = runs.filter((run) => run.length > 0);
  const usualRuns = splitUsual(shown).map((run) =>
    run.map((bucket) => ({ x: x((bucket.from + bucket.to) / 2), y: y(bucket.usual ?? 0) })),
  );
  const foot = options.fromZero ? y(0) : height;
  return {
    lines: stretches.map(path),
    areas: stretches.map(
      (run) => `${path(run)}L${fixed(run.at(-1)?.x ?? 0)} ${fixed(foot)}L${fixed(run[0]?.x ?? 0)} ${fixed(foot)}Z`,
    ),
    usual: usualRuns.map(path).join(''),
    dot: stretches.at(-1)?.at(-1) ?? null,
    nowX: now !== null && now >= span.from && now < span.to ? x(now) : null,
  };
}

function splitUsual(buckets: readonly Bucket[]): readonly (readonly Bucket[])[] {
  const runs: Bucket[][] = [[]];
  for (const bucket of buckets) {
    if (bucket.usual === null) {
      if (runs.at(-1)?.length) runs.push([]);
    } else runs.at(-1)?.push(bucket);
  }
  return runs;
}

function path(points: readonly XY[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${fixed(x)} ${fixed(y)}`).join('');
}

function fixed(value: number): string {
  return String(Math.round(value * 10) / 10);
}
