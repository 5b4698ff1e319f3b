import { addDays, type Instant, type LocalDate } from '../core/index.ts';

/** Maximum number of consecutive days without receipts that count as days without sales. A longer gap is unknown. */
export const maxSilentDays = 14;

/** A day of a site with known sales. */
export interface KnownDay {
  readonly date: LocalDate;
  /** Known until then. Null: the whole day. */
  readonly until: Instant | null;
}

/**
 * Returns the days with known sales, oldest first: those with receipts, and short gaps between, which count as no
 * sales. Today is only known until its newest receipt. `days` maps each day to its newest receipt.
 */
export function findKnownDays(days: ReadonlyMap<LocalDate, Instant>, today: LocalDate): readonly KnownDay[] {
  const told: KnownDay[] = [];
  for (const date of [...days.keys()].sort()) {
    const last = told.at(-1)?.date;
    const between: LocalDate[] = [];
    if (last !== undefined)
      for (let day = addDays(last, 1); day < date && between.length <= maxSilentDays; day = addDays(day, 1))
        between.push(day);
    if (between.length <= maxSilentDays) told.push(...between.map((day) => ({ date: day, until: null })));
    told.push({ date, until: date < today ? null : (days.get(date) ?? null) });
  }
  return told;
}
