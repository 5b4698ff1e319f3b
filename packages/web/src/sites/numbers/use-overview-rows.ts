import { type Instant, toDaySpan, toSiteDay } from '@atrium/domain/core';
import { computePartCoverage } from '@atrium/domain/pages';
import { useMemo } from 'react';
import type { ListedSite } from '../site-columns.tsx';
import {
  buildSiteDay,
  extractEnergy,
  extractNumbers,
  findSharedHours,
  findSiteComfort,
  type OverviewSite,
} from './overview-model.ts';
import type { Overview } from './use-overview.ts';

export interface OverviewRows {
  /** Hours of the day's curves, shared by all sites. */
  readonly hours: { readonly from: number; readonly to: number };
  readonly rows: readonly ListedSite[];
}

/** Puts each site's day, coverage and numbers together. */
export function useOverviewRows(
  sites: readonly OverviewSite[],
  { numbers, energy, comfort }: Pick<Overview, 'numbers' | 'energy' | 'comfort'>,
  now: Instant,
): OverviewRows {
  const hours = useMemo(() => findSharedHours(sites, now), [sites, now]);
  const silent = numbers?.entries?.coverage.silent ?? noSilence;
  const rows = useMemo(
    () =>
      sites.map(
        (site): ListedSite => ({
          site,
          day: buildSiteDay(site, hours, now),
          coverage: computePartCoverage(
            site.counterIds,
            silent,
            [toDaySpan(site.calendar, toSiteDay(site.calendar, now))],
            now,
          ),
          numbers: numbers && extractNumbers(site, numbers, now),
          energy:
            energy === null || !site.hasEnergy ? null : energy === 'loading' ? energy : extractEnergy(site, energy),
          comfort: comfort === 'loading' ? undefined : comfort && findSiteComfort(site, comfort),
        }),
      ),
    [sites, numbers, energy, comfort, silent, hours, now],
  );
  return { hours, rows };
}

const noSilence: never[] = [];
