import { useQuery } from '@apollo/client/react';
import { type CountingQueries, toQueries } from '@atrium/domain/dashboards';
import { useMemo } from 'react';
import type { ResolvedFilters } from '../filters/resolve.ts';
import {
  CountingNumbersDocument,
  type CountingNumbersQuery,
  type CountingNumbersQueryVariables,
} from '../operations.generated.ts';
import type { Site } from '../site/site.ts';
import { tableZones, tellsGender } from './counting-model.ts';

/** ms between two questions while the days shown are still going on. */
const pollEvery = 60_000;

export interface Numbers {
  readonly numbers: CountingNumbersQuery | null;
  /** What they answer. */
  readonly queries: CountingQueries;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** All numbers of the page in one request; again every minute while now is among the days shown. */
export function useCounting(site: Site, filters: ResolvedFilters): Numbers {
  const { counted, ranges, state, today } = filters;
  const key = JSON.stringify([
    counted.map((each) => each.id),
    filters.zone.id,
    ranges,
    [state.hours, state.day, state.gender, state.engagement],
    state.compare,
    today,
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const variables = useMemo(
    () =>
      ({
        compares: state.compare.on,
        tellsGender: tellsGender(site),
        ...toQueries({
          zoneIds: counted.map((each) => each.id),
          day: state.day,
          gender: state.gender,
          engagement: state.engagement,
          tableZoneIds: tableZones(site, filters).map((each) => each.id),
          ranges,
          hours: state.hours,
          calendar: site.topology,
          compare: state.compare.on ? state.compare.mode : null,
          today,
        }),
      }) as unknown as CountingNumbersQueryVariables,
    [site, key],
  );
  const { data, error, refetch } = useQuery(CountingNumbersDocument, {
    variables,
    skip: counted.length === 0,
    pollInterval: filters.follows ? pollEvery : 0,
  });
  return {
    queries: variables as unknown as CountingQueries,
    numbers: (data as CountingNumbersQuery | undefined) ?? null,
    error: data ? null : (error ?? null),
    retry: () => void refetch(),
  };
}
