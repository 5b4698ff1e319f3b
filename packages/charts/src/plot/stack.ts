import { getKnownValue } from '../series/series.ts';
import type { PlotInput } from './plot-input.ts';

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
