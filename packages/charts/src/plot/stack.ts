import { amountOf } from '../series/series.ts';
import type { PlotInput } from './plot-input.ts';

/** Where a value begins and ends on its axis; null where nothing is known. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** The extent of every series at every place. Lines never stack: a line on top of others says nothing by its height. */
export function extentsOf({ series, stacked, percentage }: PlotInput): readonly (readonly (Extent | null)[])[] {
  const places = Math.max(0, ...series.map(({ buckets }) => buckets.length));
  const wholes = Array.from({ length: places }, (_, place) =>
    series.reduce((sum, { buckets }) => sum + Math.max(0, amountOf(buckets[place]?.point ?? null) ?? 0), 0),
  );
  const feet = new Map<string, number[]>();
  return series.map(({ buckets, mark, axis }) => {
    const stacks = (stacked || percentage) && mark !== 'line';
    const key = `${axis}`;
    const foot = feet.get(key) ?? Array.from({ length: places }, () => 0);
    feet.set(key, foot);
    return buckets.map((bucket, place): Extent | null => {
      const raw = amountOf(bucket.point);
      if (raw === null) return null;
      const whole = wholes[place] ?? 0;
      if (percentage && whole === 0) return null;
      const value = percentage ? (raw / whole) * 100 : raw;
      if (!stacks) return { from: 0, to: value };
      const from = foot[place] ?? 0;
      foot[place] = from + value;
      return { from, to: from + value };
    });
  });
}
