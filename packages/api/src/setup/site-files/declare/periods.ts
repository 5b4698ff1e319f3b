import type { Instant } from '@atrium/domain/core';

/** `validFrom` is inclusive, `validTo` exclusive. Null is open-ended. */
export interface Period {
  readonly validFrom: Instant | null;
  readonly validTo: Instant | null;
}

const startOf = (period: Period) => period.validFrom ?? Number.NEGATIVE_INFINITY;
const endOf = (period: Period) => period.validTo ?? Number.POSITIVE_INFINITY;

/** Cuts a history off at `now`. */
export function cutPeriods<P extends Period>(periods: readonly P[], now: Instant): P[] {
  return periods
    .filter((period) => startOf(period) < now)
    .map((period) => (endOf(period) > now ? { ...period, validTo: now } : period));
}

/**
 * Applies a declaration without dates: it holds from now on. Does nothing if it already holds. Otherwise the current
 * period ends now and stays in the history. The very first period has no start.
 */
export function applyFromNow<P extends Period>(
  periods: readonly P[],
  declared: P,
  isSame: (a: P, b: P) => boolean,
  now: Instant,
): readonly P[] {
  if (periods.length === 0) return [declared];
  const last = periods.find((period) => period.validTo === null && startOf(period) <= now);
  if (last !== undefined && isSame(last, declared)) return periods;
  return [...cutPeriods(periods, now), { ...declared, validFrom: now, validTo: null }];
}

/** Applies a declaration with dates: it replaces everything in that period. */
export function applyDuring<P extends Period>(
  periods: readonly P[],
  declared: P,
  isSame: (a: P, b: P) => boolean,
): readonly P[] {
  if (
    periods.some(
      (period) =>
        isSame(period, declared) && startOf(period) === startOf(declared) && endOf(period) === endOf(declared),
    )
  )
    return periods;
  const before = periods.filter((period) => startOf(period) < startOf(declared));
  const after = periods.filter((period) => endOf(period) > endOf(declared));
  return [
    ...before.map((period) =>
      endOf(period) > startOf(declared) ? { ...period, validTo: declared.validFrom } : period,
    ),
    declared,
    ...after.map((period) => (startOf(period) < endOf(declared) ? { ...period, validFrom: declared.validTo } : period)),
  ];
}

/**
 * Returns the index of the first period that begins before the previous one ends, or null. Requires periods sorted by
 * start.
 */
export function findOverlap(periods: readonly Period[]): number | null {
  const index = periods.findIndex((period, at) => {
    const previous = periods[at - 1];
    return previous !== undefined && startOf(period) < endOf(previous);
  });
  return index < 0 ? null : index;
}

export function sortPeriods<P extends Period>(periods: readonly P[]): P[] {
  return [...periods].sort((a, b) => startOf(a) - startOf(b));
}

export function isEmptyPeriod(period: Period): boolean {
  return startOf(period) >= endOf(period);
}
