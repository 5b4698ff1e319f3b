import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { SiteSensorsDocument } from './operations.generated.ts';
import type { OverviewSite } from './overview-model.ts';

/** The ids of each site's people counters, by site; null until all are known. They change rarely: asked once. */
export function useSensors(sites: readonly OverviewSite[]): ReadonlyMap<number, readonly number[]> | null {
  const client = useApolloClient();
  const [sensors, setSensors] = useState<ReadonlyMap<number, readonly number[]> | null>(null);
  const key = sites.map((site) => site.id).join();
  useEffect(() => {
    let wanted = true;
    const ask = async (installationId: number): Promise<readonly [number, readonly number[]]> => {
      const { data } = await client.query({ query: SiteSensorsDocument, variables: { installationId } });
      return [installationId, data?.padsByInstallation.map((pad) => pad.id) ?? []];
    };
    // Without them only coverage is unknown; the page's own request tells of a server that does not answer.
    Promise.all(key.split(',').map(Number).map(ask)).then(
      (known) => wanted && setSensors(new Map(known)),
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [client, key]);
  return sensors;
}
