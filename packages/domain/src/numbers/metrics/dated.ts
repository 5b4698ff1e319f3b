import type { LocalDate } from '../../core/index.ts';

/** Setting valid from a date on (null: always), for one country or (null) for all. */
export interface Dated {
  readonly country: string | null;
  readonly since: LocalDate | null;
}

/** Returns the setting in force: the country's own before the general one, then the latest that has begun. */
export function findEffective<One extends Dated>(
  list: readonly One[],
  country: string | null,
  date: LocalDate,
): One | null {
  const fitting = list
    .filter((one) => one.since === null || one.since <= date)
    .filter((one) => one.country === null || one.country === country)
    .sort(
      (left, right) =>
        Number(right.country !== null) - Number(left.country !== null) ||
        ((left.since ?? '') < (right.since ?? '') ? 1 : -1),
    );
  return fitting[0] ?? null;
}
