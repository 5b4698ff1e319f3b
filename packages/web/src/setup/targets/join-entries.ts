import type { SiteCalendarQuery } from './operations.generated.ts';

type Entry = SiteCalendarQuery['siteCalendar'][number];

/** Days of the calendar that several sites share. */
export interface SharedEntry extends Omit<Entry, 'installationId'> {
  readonly key: string;
  readonly siteIds: readonly number[];
}

/** Joins entries of the same days, kind and name, in their order. */
export function joinEntries(entries: readonly Entry[]): readonly SharedEntry[] {
  const keyOf = ({ kind, name, first, last }: Entry) => JSON.stringify([kind, name, first, last]);
  return [...Map.groupBy(entries, keyOf)].map(([key, own]) => {
    const { installationId: _, ...entry } = own[0] as Entry;
    return { ...entry, key, siteIds: own.map(({ installationId }) => installationId) };
  });
}
