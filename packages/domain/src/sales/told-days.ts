import { addDays, type Instant, type LocalDate } from '../core/index.ts';

/** Days in a row without a receipt of which an import still says that nothing was sold: beyond, nobody told anything. */
export const longestSilence = 14;

/** A day of a site of which it is known what was sold. */
export interface ToldDay {
  readonly date: LocalDate;
  /** Known up to then; null: the whole day. */
  readonly until: Instant | null;
}

/**
 * The days receipts tell about, oldest first: those with one, and those between if they aren't too many, on which nothing
 * was sold. Of a day that still goes on, only what is before its newest receipt. `days` has each day with its newest one.
 */
export function toldDays(days: ReadonlyMap<LocalDate, Instant>, today: LocalDate): readonly ToldDay[] {
  const told: ToldDay[] = [];
  for (const date of [...days.keys()].sort()) {
    const last = told.at(-1)?.date;
    const between: LocalDate[] = [];
    if (last !== undefined)
      for (let day = addDays(last, 1); day < date && between.length <= longestSilence; day = addDays(day, 1))
        between.push(day);
    if (between.length <= longestSilence) told.push(...between.map((day) => ({ date: day, until: null })));
    told.push({ date, until: date < today ? null : (days.get(date) ?? null) });
  }
  return told;
}
