/**
 * Returns the value below which a share (0…1) of the values lies, interpolated between neighbours. `values` must not be
 * empty.
 */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] as number;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number;
  return low + (high - low) * (place - below);
}

/** Ascending values with their number of occurrences (above 0; a part of a reading may be less than 1). */
export interface Counted {
  readonly values: readonly number[];
  readonly weights: readonly number[];
}

/** Like `quantile`, for weighted values. */
export function computeWeightedQuantile({ values, weights }: Counted, share: number): number {
  if (values.length === 0) throw new Error('a quantile of no values');
  const place = Math.max(0, share * (weights.reduce((sum, weight) => sum + weight, 0) - 1));
  const below = Math.floor(place);
  let index = 0;
  let passed = weights[0] as number;
  const valueAt = (position: number) => {
    while (position >= passed && index + 1 < values.length) {
      index += 1;
      passed += weights[index] as number;
    }
    return values[index] as number;
  };
  const low = valueAt(below);
  return place === below ? low : low + (valueAt(below + 1) - low) * (place - below);
}

/** Folds of the numbers of several intervals, oldest first. `values` must not be empty. */
export const foldValues = {
  SUM: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0),
  AVERAGE: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length,
  MIN: (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value)),
  MAX: (values: readonly number[]) => values.reduce((high, value) => Math.max(high, value)),
  FIRST: (values: readonly number[]) => values[0] as number,
  LAST: (values: readonly number[]) => values.at(-1) as number,
  COUNT: (values: readonly number[]) => values.length,
  MEDIAN: (values: readonly number[]) => quantile(values, 0.5),
  P25: (values: readonly number[]) => quantile(values, 0.25),
  P75: (values: readonly number[]) => quantile(values, 0.75),
  P95: (values: readonly number[]) => quantile(values, 0.95),
} as const;
