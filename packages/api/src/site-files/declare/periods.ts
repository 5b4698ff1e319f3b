import type { Instant } from '@atrium/domain/core';

/** `validFrom` included, `validTo` excluded; null is open-ended. */
export interface Period {
  readonly validFrom: Instant | null;
  readonly validTo: Instant | null;
}

const startOf = (period: Period) => period.validFrom ?? Number.NEGATIVE_INFINITY;
const endOf = (period: Period) => period.validTo ?? Number.POSITIVE_INFINITY;

/** The history with everything from `now` on cut away. */
export function closeAt<P extends Period>(periods: readonly P[], now: Instant): P[] {
  return periods
    .filter((period) => startOf(period) < now)
    .map((period) => (endOf(period) > now ? { ...period, validTo: now } : period));
}

/**
 * What a declaration without dates means: it holds now and from now on. Where that is so already nothing changes;
 * otherwise what held before ends now and keeps its past. The very first period reaches back without end.
 */
export function holdFromNow<P extends Period>(
  periods: readonly P[],
  declared: P,
  isSame: (a: P, b: P) => boolean,
  now: Instant,
): readonly P[] {
  if (periods.length === 0) return [declared];
  const last = periods.find((period) => period.validTo === null && startOf(period) <= now);
  if (last !== undefined && isSame(last, declared)) return periods;
  return [...closeAt(periods, now), { ...declared, validFrom: now, validTo: null }];
}

/** What a declaration with dates means: it holds in that period, whatever was said about it before. */
export function holdDuring<P extends Period>(
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

/** The first period that begins before the one before it has ended; periods in order of their beginnings. */
export function firstOverlap(periods: readonly Period[]): number | null {
  const index = periods.findIndex((period, at) => {
    const previous = periods[at - 1];
    return previous !== undefined && startOf(period) < endOf(previous);
  });
  return index < 0 ? null : index;
}

export function inOrder<P extends Period>(periods: readonly P[]): P[] {
  return [...periods].sort((a, b) => startOf(a) - startOf(b));
}

export function isEmptyPeriod(period: Period): boolean {
  return startOf(period) >= endOf(period);
}
