import type { Metric } from '../../../measurements/index.ts';

/**
 * The end of a ring or a bar (G04): 100 of shares, the scale's end of scores, the sum of counts, the largest of all else.
 * Never below what is shown, and never 0.
 */
export function maximumOf(metric: Metric, values: readonly number[]): number {
  const largest = Math.max(0, ...values);
  return Math.max(ownMaximum(metric, values, largest), largest) || 1;
}

/** The two ends of a bar's track, with 0 between them: where nothing is below zero it begins there. */
export interface Reach {
  readonly low: number;
  readonly high: number;
}

/** Where a bar's track begins and ends: at 0 and at the most there can be, or as far below 0 as a value lies. */
export function reachOf(metric: Metric, values: readonly number[]): Reach {
  const low = Math.min(0, ...values);
  const isAllBelow = low < 0 && values.every((value) => value <= 0);
  return { low, high: isAllBelow ? 0 : maximumOf(metric, values) };
}

/** How far a value lies from 0, and where 0 lies, as parts of the whole track. */
export function shareOfReach(value: number, { low, high }: Reach): number {
  return value / (high - low || 1);
}

export function zeroOfReach({ low, high }: Reach): number {
  return (0 - low) / (high - low || 1);
}

function ownMaximum({ unit, kind }: Metric, values: readonly number[], largest: number): number {
  if (unit === '%') return 100;
  if (unit === '/5') return 5;
  if (unit === '/3') return 3;
  const adds = kind === 'flow' || kind === 'count' || kind === 'counter';
  return adds ? values.reduce((sum, value) => sum + Math.max(0, value), 0) : largest;
}
