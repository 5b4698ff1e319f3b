import { addDays, type LocalDate } from '@atrium/domain/core';
import type { UnusualDay } from '@atrium/domain/numbers/expected';
import type { Topology } from '@atrium/domain/sites';
import type { Site } from '../../sites/index.ts';
import type { FindHolidays } from './holidays.ts';

/** A day that is left out of what is usual, and why. */
export interface NamedUnusualDay {
  readonly reason: UnusualDay;
  /** Null for closed days. */
  readonly name: string | null;
  /** The name in other languages, of holidays. */
  readonly names?: Readonly<Record<string, string>>;
}

export type UnusualDays = ReadonlyMap<LocalDate, NamedUnusualDay>;

/** Event of a site on local dates, both inclusive. */
export interface DatedEvent {
  readonly name: string;
  readonly first: LocalDate;
  readonly last: LocalDate;
}

/** Longer events are the site's present state rather than an exception. */
const maxEventDays = 7;

/** Returns the unusual days of a site from one day to another, both inclusive. Its own dates prevail over holidays. */
export async function listUnusualDays(
  { country, closedDates }: Pick<Topology, 'country' | 'closedDates'>,
  events: readonly DatedEvent[],
  first: LocalDate,
  last: LocalDate,
  findHolidays: FindHolidays,
): Promise<UnusualDays> {
  const found = new Map<LocalDate, NamedUnusualDay>();
  const put = (date: LocalDate, day: NamedUnusualDay) => {
    if (first <= date && date <= last) found.set(date, day);
  };
  const [begin, end] = [Number(first.slice(0, 4)), Number(last.slice(0, 4))];
  const years = Array.from({ length: end - begin + 1 }, (_, index) => begin + index);
  if (country !== null)
    for (const [date, named] of await findHolidays(country, years)) put(date, { reason: 'holiday', ...named });
  for (const { name, first: from, last: to } of events) {
    if (to >= addDays(from, maxEventDays)) continue;
    for (let date = from; date <= to; date = addDays(date, 1)) put(date, { reason: 'event', name });
  }
  for (const date of closedDates) put(date, { reason: 'closed', name: null });
  return found;
}

/** Returns the events of sites with their dates. Those without an end are no exception. */
export function listDatedEvents(
  sites: Iterable<Pick<Site, 'id' | 'events'>>,
): ReadonlyMap<number, readonly DatedEvent[]> {
  return new Map(
    [...sites].map(({ id, events }) => [
      id,
      events.flatMap(({ name, neverEnding, dateBegin, dateEnd, removedAt }) =>
        neverEnding || removedAt !== null || dateBegin === null || dateEnd === null
          ? []
          : [{ name, first: dateBegin, last: dateEnd }],
      ),
    ]),
  );
}
