import { sendDays } from '@atrium/domain/actions/schedules';
import type { ReportFragment } from './operations.generated.ts';

export const sortKeys = ['name', 'site', 'state', 'frequency', 'days', 'emails', 'enabled'] as const;
export type SortKey = (typeof sortKeys)[number];

export interface Sorting {
  readonly by: SortKey;
  readonly isDown: boolean;
}

type Sorted = Pick<
  ReportFragment,
  'id' | 'title' | 'site' | 'state' | 'enabled' | 'problem' | 'sendDay' | 'hour' | 'includedDays' | 'emails'
>;

/** Reports that fail to send come first, those that are off last. */
const rank = ({ enabled, state, problem }: Sorted) => (enabled ? (state === 'INACTIVE' || problem != null ? 0 : 1) : 2);

const measures: Readonly<Record<SortKey, (report: Sorted) => number | string>> = {
  name: ({ title }) => title,
  site: ({ site }) => site,
  state: rank,
  frequency: ({ sendDay, hour }) => sendDays.indexOf(sendDay) * 24 + hour,
  days: ({ includedDays }) => includedDays,
  emails: ({ emails }) => emails.length,
  enabled: ({ enabled }) => (enabled ? 0 : 1),
};

/** Filters by name or site and sorts by a column, then by name. */
export function selectReports<Report extends Sorted>(
  reports: readonly Report[],
  search: string,
  { by, isDown }: Sorting,
  locale: string,
): readonly Report[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const difference = (one: number | string, other: number | string) =>
    typeof one === 'number' ? one - Number(other) : compare(one, String(other));
  const wanted = search.trim().toLocaleLowerCase(locale);
  return reports
    .filter(({ title, site }) => `${title}\n${site}`.toLocaleLowerCase(locale).includes(wanted))
    .toSorted((one, other) => {
      const way = difference(measures[by](one), measures[by](other)) * (isDown ? -1 : 1);
      return way || compare(one.title, other.title) || one.id - other.id;
    });
}
