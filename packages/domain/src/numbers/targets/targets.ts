import { getExpectedMethod } from '../expected/expected-method.ts';
import type { Metric } from '../metrics/index.ts';
import { getDefaultAggregation } from '../metrics/index.ts';

/** Largest target, in the unit of its metric. Its thousandths are still exact. */
export const maxTarget = 1e12;

/** Whether a metric may have a target: the values of its days add up to that of their month. */
export function canHaveTarget(metric: Metric): boolean {
  const isSum = getExpectedMethod(metric)?.isSum === true;
  // Settings of a zone, such as its area, make a target per m² depend on more than what happens there.
  return isSum && getDefaultAggregation(metric) === 'SUM' && metric.expression.type !== 'ratio';
}

/** Returns a target in the digits of its metric, so that its days can add up to it. Null if it is out of bounds. */
export function roundTarget(value: number, { decimals }: Pick<Metric, 'decimals'>): number | null {
  if (!(value >= 0 && value <= maxTarget)) return null;
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/**
 * Distributes a target over days in proportion to their weights, in the digits of its metric. The parts add up to the
 * target exactly. Without any weight above 0, all days have the same part.
 */
export function distributeTarget(
  target: number,
  weights: readonly number[],
  { decimals }: Pick<Metric, 'decimals'>,
): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares = weights.map((weight) => (sum > 0 ? weight / sum : 1 / weights.length));
  const units = Math.round(target * 10 ** decimals);
  let [given, due] = [0, 0];
  return shares.map((share, day) => {
    due += share * units;
    // Rounding the running total instead of each day leaves no rest to hand out.
    const until = day === shares.length - 1 ? units : Math.min(units, Math.round(due));
    const part = until - given;
    given = until;
    return part / 10 ** decimals;
  });
}
