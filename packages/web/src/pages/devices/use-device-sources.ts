import { useApolloClient } from '@apollo/client/react';
import { type DeviceQuestion, toDeviceQueries } from '@atrium/domain/pages';
import { useEffect, useMemo, useState } from 'react';
import { findErrorCode } from '../../numbers/answers/index.ts';
import { DeviceNotesDocument, type DeviceNotesQuery } from './operations.generated.ts';

export type { DeviceQuestion } from '@atrium/domain/pages';

export type DeviceSource = DeviceNotesQuery['readingsBehind']['sources'][number];

/** The error code of the server; null if it sent none. */
export interface SourcesFailed {
  readonly code: string | null;
}

interface DeviceSources {
  /** Null while loading. */
  readonly found: readonly DeviceSource[] | SourcesFailed | null;
  readonly retry: () => void;
}

/** Loads the sources of devices, metric by metric, once per question. */
export function useDeviceSources({ zoneIds, metrics, ranges }: DeviceQuestion): DeviceSources {
  const client = useApolloClient();
  const key = JSON.stringify([zoneIds, metrics, ranges]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the questions depend on
  const queries = useMemo(() => toDeviceQueries({ zoneIds, metrics, ranges }), [key]);
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<{ readonly of: unknown; readonly found: DeviceSources['found'] }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads the same once more
  const current = useMemo(() => ({}), [queries, attempt]);
  useEffect(() => {
    let isWanted = true;
    async function load() {
      const sources: DeviceSource[] = [];
      // Sequential, because all of a page's queries at once would fill the server's queue.
      for (const query of queries) {
        if (!isWanted) return;
        const variables = { query: query as never };
        const { data } = await client.query({ query: DeviceNotesDocument, variables, fetchPolicy: 'no-cache' });
        sources.push(...(data?.readingsBehind.sources ?? []));
      }
      if (isWanted) setLoaded({ of: current, found: sources });
    }
    load().catch((error: unknown) => {
      if (isWanted) setLoaded({ of: current, found: { code: findErrorCode(error) } });
    });
    return () => {
      isWanted = false;
    };
  }, [client, queries, current]);
  return {
    found: loaded?.of === current ? loaded.found : null,
    retry: () => setAttempt((before) => before + 1),
  };
}
