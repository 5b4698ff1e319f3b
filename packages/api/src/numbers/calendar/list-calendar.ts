import {
  addDays,
  daysBetween,
  err,
  type Failure,
  failure,
  isLocalDate,
  type LocalDate,
  ok,
  type Result,
} from '@atrium/domain/core';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshots } from '../../sites/index.ts';
import type { FindHolidays } from '../expected/holidays.ts';
import { listDatedEvents } from '../expected/unusual-days.ts';

export const calendarKinds = ['holiday', 'closed', 'event'] as const;

/** Consecutive days of a site that are no usual ones. Both dates are inclusive. */
export interface CalendarEntry {
  readonly installationId: number;
  readonly kind: (typeof calendarKinds)[number];
  /** Null of closed days. */
  readonly name: string | null;
  readonly first: LocalDate;
  readonly last: LocalDate;
}

export interface CalendarDependencies {
  readonly sites: Pick<SiteSnapshots, 'snapshot'>;
  readonly findHolidays: FindHolidays;
}

export interface CalendarRequest {
  readonly from: LocalDate;
  /** Exclusive. */
  readonly to: LocalDate;
  readonly language: string;
}

/** Entries of one answer. */
export const maxCalendarEntries = 5000;
const maxCalendarDays = 370;

/**
 * Lists the holidays, closed days and events of the scope's sites that touch the days from `from` to before `to`, by date
 * and site. Holidays are named in the language if they can be. Fails with BAD_INPUT for no days, more than 370 days or
 * more than 5,000 entries.
 */
export async function listCalendar(
  { sites, findHolidays }: CalendarDependencies,
  scope: Scope,
  { from, to, language }: CalendarRequest,
): Promise<Result<readonly CalendarEntry[], Failure>> {
  if (!isLocalDate(from) || !isLocalDate(to) || from >= to || daysBetween(from, to) > maxCalendarDays)
    return err(failure('BAD_INPUT', `Name at most ${maxCalendarDays} days as YYYY-MM-DD`, 'from'));
  const seen = [...(await sites.snapshot(scope)).sites.values()];
  const years = [...new Set([from, addDays(to, -1)].map((date) => Number(date.slice(0, 4))))];
  const events = listDatedEvents(seen);
  const holidaysOf = new Map<string, Awaited<ReturnType<FindHolidays>>>();
  for (const country of new Set(seen.flatMap(({ fields }) => fields.country ?? [])))
    holidaysOf.set(country, await findHolidays(country, years));
  const entries = seen.flatMap(({ id, fields: { country, closedDates } }): CalendarEntry[] => [
    ...joinDays(
      [...((country && holidaysOf.get(country)) || [])].map(([date, { name, names }]) => [
        date,
        (Object.hasOwn(names, language) ? names[language] : null) ?? name,
      ]),
    ).map((days) => ({ installationId: id, kind: 'holiday' as const, ...days })),
    ...joinDays(closedDates.map((date) => [date, null])).map((days) => ({
      installationId: id,
      kind: 'closed' as const,
      ...days,
    })),
    ...(events.get(id) ?? []).map((event) => ({ installationId: id, kind: 'event' as const, ...event })),
  ]);
  const touching = entries.filter(({ first, last }) => first < to && last >= from);
  if (touching.length > maxCalendarEntries)
    return err(failure('BAD_INPUT', `These are more than ${maxCalendarEntries} entries: name fewer days`, 'to'));
  return ok(
    touching.toSorted(
      (one, other) =>
        daysBetween(other.first, one.first) ||
        one.installationId - other.installationId ||
        calendarKinds.indexOf(one.kind) - calendarKinds.indexOf(other.kind),
    ),
  );
}

/** Joins consecutive dates of the same name. */
function joinDays(
  dates: readonly (readonly [date: LocalDate, name: string | null])[],
): readonly Pick<CalendarEntry, 'name' | 'first' | 'last'>[] {
  const joined: { name: string | null; first: LocalDate; last: LocalDate }[] = [];
  for (const [date, name] of dates.toSorted(([one], [other]) => daysBetween(other, one))) {
    const before = joined.at(-1);
    if (before !== undefined && before.name === name && addDays(before.last, 1) === date) before.last = date;
    else joined.push({ name, first: date, last: date });
  }
  return joined;
}
