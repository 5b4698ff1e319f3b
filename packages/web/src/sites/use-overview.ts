import { useQuery } from '@apollo/client/react';
import { dayOf } from '@atrium/domain/core';
import { toOverviewComfort, toOverviewEnergy, toOverviewQueries } from '@atrium/domain/dashboards';
import { useMemo } from 'react';
import {
  OverviewComfortDocument,
  type OverviewComfortQuery,
  type OverviewComfortQueryVariables,
  OverviewEnergyDocument,
  type OverviewEnergyQuery,
  type OverviewEnergyQueryVariables,
  OverviewNumbersDocument,
  type OverviewNumbersQuery,
  type OverviewNumbersQueryVariables,
  OverviewSitesDocument,
} from './operations.generated.ts';
import { type OverviewSite, overviewSites } from './overview-model.ts';

/** ms between two questions about energy and air, which are told in quarters and in means of the day. */
const pollSlowly = 300_000;
/** ms between two questions; people inside come by themselves in between. */
const pollEvery = 60_000;

export interface Overview {
  /** Null while loading. */
  readonly sites: readonly OverviewSite[] | null;
  readonly numbers: OverviewNumbersQuery | null;
  /** Comes after the numbers; 'loading' until then, null where no site has meters or it could not be had. */
  readonly energy: OverviewEnergyQuery | 'loading' | null;
  /** The same of comfort; null where it could not be had. */
  readonly comfort: OverviewComfortQuery | 'loading' | null;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Of whoever may not see numbers (`sees`) none are asked for. */
export function useOverview(now: number, locale: string, sees: boolean): Overview {
  const installations = useQuery(OverviewSitesDocument);
  const all = installations.data?.allInstallations;
  // Events begin and end with days; the minute is fine enough and keeps the list from being made anew every second.
  const minute = Math.floor(now / 60_000) * 60_000;
  const sites = useMemo(() => (all ? overviewSites(all, minute, locale) : null), [all, minute, locale]);
  const zoneKey = sites?.map((site) => [site.topZoneIds, dayOf(site.calendar, minute)]).join() ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const variables = useMemo(
    () =>
      toOverviewQueries(
        sites?.flatMap((site) => site.topZoneIds) ?? [],
        sites?.map((site) => site.calendar) ?? [],
        minute,
      ) as unknown as OverviewNumbersQueryVariables,
    [zoneKey],
  );
  const numbers = useQuery(OverviewNumbersDocument, {
    variables,
    skip: zoneKey === '' || !sees,
    pollInterval: pollEvery,
  });
  const meterKey = sites?.flatMap((site) => (site.hasEnergy ? site.topZoneIds : [])).join() ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the question depends on
  const metered = useMemo(
    () =>
      ({
        energy: toOverviewEnergy(sites?.flatMap((site) => (site.hasEnergy ? site.topZoneIds : [])) ?? []),
      }) as unknown as OverviewEnergyQueryVariables,
    [zoneKey, meterKey],
  );
  // After the numbers: whoever opens the page looks at people first, and one answer must not wait for the other.
  const energy = useQuery(OverviewEnergyDocument, {
    variables: metered,
    skip: meterKey === '' || numbers.data === undefined,
    pollInterval: pollSlowly,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const rated = useMemo(
    () =>
      toOverviewComfort(sites?.flatMap((site) => site.topZoneIds) ?? []) as unknown as OverviewComfortQueryVariables,
    [zoneKey],
  );
  const comfort = useQuery(OverviewComfortDocument, {
    variables: rated,
    skip: zoneKey === '' || numbers.data === undefined,
    pollInterval: pollSlowly,
  });
  const known = energy.data ?? energy.previousData;
  const energyNow = known ?? (energy.error || meterKey === '' ? null : 'loading');
  const comfortNow = comfort.data ?? comfort.previousData ?? (comfort.error || zoneKey === '' ? null : 'loading');
  const error = (sites ? null : installations.error) ?? (numbers.data ? null : numbers.error) ?? null;
  return {
    sites,
    numbers: (numbers.data ?? numbers.previousData ?? null) as OverviewNumbersQuery | null,
    energy: energyNow as OverviewEnergyQuery | 'loading' | null,
    comfort: comfortNow as OverviewComfortQuery | 'loading' | null,
    error,
    retry: () => {
      if (installations.error) void installations.refetch();
      if (numbers.error) void numbers.refetch();
    },
  };
}
