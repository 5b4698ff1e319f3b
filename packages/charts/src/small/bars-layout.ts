import { amountOf, type Bucket, isRunning } from '../series/series.ts';
import type { Size, SmallInput } from './line-layout.ts';

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

/** Bars with a dash per bucket at what is usual. Known zeros keep a 1 px foot; missing buckets have only their dash. */
export function layoutBars({ span, buckets, now }: SmallInput, { width, height }: Size): BarsLayout {
  const shown = buckets.filter((bucket) => bucket.from >= span.from && bucket.from < span.to);
  const highest = Math.max(1e-9, ...shown.flatMap((bucket) => [amountOf(bucket.point) ?? 0, bucket.usual ?? 0]));
  const x = (bucket: Bucket) => ((bucket.from - span.from) / (span.to - span.from)) * width;
  const columnWidth = (bucket: Bucket) => ((bucket.to - bucket.from) / (span.to - span.from)) * width;
  const gap = Math.min(1, Math.min(...shown.map(columnWidth), 4) * 0.25);
  const rise = (value: number) => (value / highest) * (height - 1);
  return {
    bars: shown.flatMap((bucket) => {
      const value = amountOf(bucket.point);
      if (value === null || value <= 0) return [];
      const barHeight = Math.max(1, rise(value));
      return [
        {
          x: x(bucket),
          y: height - barHeight,
          width: Math.max(0.5, columnWidth(bucket) - gap),
          height: barHeight,
          running: isRunning(bucket, now),
        },
      ];
    }),
    usual: shown.flatMap((bucket) =>
      bucket.usual === null
        ? []
        : [{ x: x(bucket), y: height - 1 - rise(bucket.usual), width: Math.max(0.5, columnWidth(bucket) - gap) }],
    ),
  };
}
