import { useQuery } from '@apollo/client/react';
import { toQueries } from '@atrium/domain/dashboards';
import { useMemo } from 'react';
import type { ResolvedFilters } from '../filters/resolve.ts';
import {
  CountingNumbersDocument,
  type CountingNumbersQuery,
  type CountingNumbersQueryVariables,
} from '../operations.generated.ts';
import type { Site } from '../site/site.ts';
import { tableZones } from './counting-model.ts';

/** ms between two questions while the days shown are still going on. */
const pollEvery = 60_000;

export interface Numbers {
  readonly numbers: CountingNumbersQuery | null;
  /** The numbers shown belong to the filters before; the new ones are on their way. */
  readonly stale: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** All numbers of the page in one request; again every minute while now is among the days shown. */
export function useCounting(site: Site, filters: ResolvedFilters): Numbers {
  const { zone, ranges, state, today } = filters;
  const key = JSON.stringify([zone.id, ranges, state.hours, state.compare, today]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const variables = useMemo(
    () =>
      ({
        compares: state.compare.on,
        ...toQueries({
          zoneId: zone.id,
          tableZoneIds: tableZones(site, zone.id).map((each) => each.id),
          ranges,
          hours: state.hours,
          calendar: site.topology,
          compare: state.compare.on ? state.compare.mode : null,
          today,
        }),
      }) as unknown as CountingNumbersQueryVariables,
    [site, key],
  );
  const { data, previousData, error, loading, refetch } = useQuery(CountingNumbersDocument, {
    variables,
    pollInterval: filters.includesNow ? pollEvery : 0,
  });
  const shown = data ?? (loading ? previousData : undefined);
  return {
    numbers: (shown as CountingNumbersQuery | undefined) ?? null,
    stale: data === undefined && shown !== undefined,
    error: shown ? null : (error ?? null),
    retry: () => void refetch(),
  };
}
