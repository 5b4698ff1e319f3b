import { type Bucket, getKnownValue, isRunning } from '../series/series.ts';
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
