import type { Metric } from '../../../measurements/index.ts';

/**
 * The end of a ring or a bar (G04): 100 of shares, the scale's end of scores, the sum of counts, the largest of all else.
 * Never below what is shown, and never 0.
 */
export function maximumOf(metric: Metric, values: readonly number[]): number {
  const largest = Math.max(0, ...values);
  return Math.max(ownMaximum(metric, values, largest), largest) || 1;
}

function ownMaximum({ unit, kind }: Metric, values: readonly number[], largest: number): number {
  if (unit === '%') return 100;
  if (unit === '/5') return 5;
  if (unit === '/3') return 3;
  const adds = kind === 'flow' || kind === 'count' || kind === 'counter';
  return adds ? values.reduce((sum, value) => sum + Math.max(0, value), 0) : largest;
}
