import type { AlertCondition, ValueSpec } from '../conditions/index.ts';

export interface ShiftedCondition {
  /** The limit to display: the upper one of a range. */
  readonly limit: number;
  readonly condition: AlertCondition;
}

/** Moves the limit of a condition and its end. Null if the result is outside the allowed values. */
export function shiftLimit(
  condition: AlertCondition,
  by: number,
  { min, max, step }: ValueSpec,
): ShiftedCondition | null {
  const move = (given: number | null) => (given === null ? null : roundTo(given + by, step));
  const moved =
    condition.value !== null
      ? { value: move(condition.value), endValue: move(condition.endValue) }
      : condition.max !== null
        ? { max: move(condition.max), endMax: move(condition.endMax) }
        : { min: move(condition.min), endMin: move(condition.endMin) };
  const limit = moved.value ?? moved.max ?? moved.min ?? null;
  const isPossible = Object.values(moved).every((one) => one === null || (one >= min && one <= max));
  const isRange = moved.max !== undefined && condition.min !== null && (moved.max ?? 0) <= condition.min;
  return limit === null || !isPossible || isRange ? null : { limit, condition: { ...condition, ...moved } };
}

/** Rounds to the decimals of a step, since sums of tenths are not exact. */
export function roundTo(value: number, step: number): number {
  const decimals = Math.max(0, -Math.floor(Math.log10(step)));
  return Number(value.toFixed(decimals + 1));
}
