import type { Metric } from '../../../numbers/index.ts';

/**
 * Returns the end of a ring or bar (G04): 100 for percentages, the scale's end for scores, the sum for counts, else the
 * largest value. Never below a shown value, never 0.
 */
export function computeMaximum(metric: Metric, values: readonly number[]): number {
  const largest = Math.max(0, ...values);
  return Math.max(ownMaximum(metric, values, largest), largest) || 1;
}

/** The two ends of a bar's track, with 0 between them. Without negative values it starts at 0. */
export interface Reach {
  readonly low: number;
  readonly high: number;
}

/** Returns the track of a bar: from 0, or the lowest negative value, to the maximum. */
export function computeTrackRange(metric: Metric, values: readonly number[]): Reach {
  const low = Math.min(0, ...values);
  const isAllBelow = low < 0 && values.every((value) => value <= 0);
  return { low, high: isAllBelow ? 0 : computeMaximum(metric, values) };
}

/** Returns a value's distance from 0, as a share of the track. */
export function toReachShare(value: number, { low, high }: Reach): number {
  return value / (high - low || 1);
}

export function getReachZero({ low, high }: Reach): number {
  return (0 - low) / (high - low || 1);
}

function ownMaximum({ unit, kind }: Metric, values: readonly number[], largest: number): number {
  if (unit === '%') return 100;
  if (unit === '/5') return 5;
  if (unit === '/3') return 3;
  const adds = kind === 'flow' || kind === 'count' || kind === 'counter';
  return adds ? values.reduce((sum, value) => sum + Math.max(0, value), 0) : largest;
}
