import type { Instant } from '@atrium/domain/core';
import type { SiteDay } from './dirty-days.store.ts';
import { dayMs } from './dirty-days.ts';

type Row = Omit<SiteDay, 'day'> & { readonly at: Instant };

export const toSiteDay = ({ organization, installation, at }: Row): SiteDay => ({
  organization,
  installation,
  day: Math.floor(at / dayMs),
});

/** Returns the distinct days of the rows. */
export function listSiteDays(rows: readonly Row[]): SiteDay[] {
  const days = new Map<string, SiteDay>();
  let last: SiteDay | null = null as SiteDay | null;
  for (const { organization, installation, at } of rows) {
    const day = Math.floor(at / dayMs);
    // Rows of the same day nearly always follow each other.
    if (last?.day === day && last.installation === installation && last.organization === organization) continue;
    last = { organization, installation, day };
    days.set(`${organization} ${installation} ${day}`, last);
  }
  return [...days.values()];
}
