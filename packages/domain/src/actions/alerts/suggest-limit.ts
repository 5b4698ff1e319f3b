import type { AlertCondition } from './conditions/condition.ts';
import type { ValueSpec } from './conditions/condition-type.ts';
import { getConditionType } from './conditions/registry.ts';

/** A hold and an ending limit that would have made an alert fire at most half as often. */
export interface Suggestion extends Tally {
  /** Seconds. */
  readonly enterHold: number;
  readonly leaveHold: number;
  readonly endValue: number | null;
  readonly endMin: number | null;
  readonly endMax: number | null;
}

/** Candidate holds (in intervals) and margins of the end (in steps), smallest first. */
const holds = [0, 1, 2, 3] as const;
const margins = [0, 1, 2, 3, 5] as const;

/**
 * Finds the smallest change of hold and ending limit that at least halves the firings without removing them all. Helps
 * when a value oscillates around a limit that is also the ending limit. Null if no change does this, or if the alert
 * fires too rarely to oscillate.
 */
export function suggest(condition: AlertCondition, tally: (tried: AlertCondition) => Tally): Suggestion | null {
  const before = tally(condition).times;
  if (before < 4) return null;
  const tries = holds
    .flatMap((hold) => margins.map((margin) => ({ hold, margin, cost: hold + margin })))
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => a.cost - b.cost || a.hold - b.hold);
  for (const { hold, margin } of tries) {
    const tried = steadier(condition, hold, margin);
    if (tried === null) continue;
    const found = tally(tried);
    if (found.times === 0 || found.times * 2 > before) continue;
    const { enterHold, leaveHold, endValue, endMin, endMax } = tried;
    return { ...found, enterHold, leaveHold, endValue, endMin, endMax };
  }
  return null;
}

function steadier(condition: AlertCondition, hold: number, margin: number): AlertCondition | null {
  const type = getConditionType(condition.type);
  const { comparison } = type;
  const values = type.values(condition);
  const interval = type.interval(condition);
  const { value, min, max, endValue, endMin, endMax } = condition;
  const enterHold = condition.enterHold + hold * interval;
  if (values === null || margin === 0) return margin === 0 ? { ...condition, enterHold } : null;
  const by = margin * values.step;
  const inwards = (from: number | null, direction: 1 | -1) =>
    from === null ? null : roundTo(from + direction * by, values.step);
  const ends = {
    endValue: inwards(endValue ?? value, comparison === 'below' ? 1 : -1),
    endMin: inwards(endMin ?? min, 1),
    endMax: inwards(endMax ?? max, -1),
  };
  const isPossible = Object.values(ends).every((end) => end === null || (end >= values.min && end <= values.max));
  const isRange = ends.endMin !== null && ends.endMax !== null && ends.endMax <= ends.endMin;
  return isPossible && !isRange ? { ...condition, ...ends, enterHold } : null;
}

/** Number of firings and their mean duration. */
export interface Tally {
  readonly times: number;
  /** Mean duration in ms, cut at the end of the tested time. Null without firings. */
  readonly meanLength: number | null;
}

interface ShiftedCondition {
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
