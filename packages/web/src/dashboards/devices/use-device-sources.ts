import { useApolloClient } from '@apollo/client/react';
import { type DeviceQuestion, toDeviceQueries } from '@atrium/domain/dashboards';
import { useEffect, useMemo, useState } from 'react';
import { DeviceNotesDocument, type DeviceNotesQuery } from './operations.generated.ts';

export type { DeviceQuestion } from '@atrium/domain/dashboards';

export type DeviceSource = DeviceNotesQuery['readingsBehind']['sources'][number];

/** Null while asked for. */
type Found = readonly DeviceSource[] | 'failed' | null;

/** What is told of the readings of devices, metric by metric; asked once, and again when something else is meant. */
export function useDeviceSources({ zoneIds, metrics, ranges }: DeviceQuestion): Found {
  const client = useApolloClient();
  const key = JSON.stringify([zoneIds, metrics, ranges]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const queries = useMemo(() => toDeviceQueries({ zoneIds, metrics, ranges }), [key]);
  const [found, setFound] = useState<{ readonly of: typeof queries; readonly sources: Found }>();
  useEffect(() => {
    let isWanted = true;
    const ask = (query: (typeof queries)[number]) =>
      client.query({
        query: DeviceNotesDocument,
        variables: { query: query as never },
        fetchPolicy: 'no-cache',
      });
    Promise.all(queries.map(ask)).then(
      (answers) => {
        const sources = answers.flatMap(({ data }) => data?.readingsBehind.sources ?? []);
        if (isWanted) setFound({ of: queries, sources });
      },
      () => {
        if (isWanted) setFound({ of: queries, sources: 'failed' });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [client, queries]);
  return found?.of === queries ? found.sources : null;
}
