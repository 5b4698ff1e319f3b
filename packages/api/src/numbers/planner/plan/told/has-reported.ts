import { getFacets, getPlacingMetrics } from '@atrium/domain/numbers';
import type { Scanner } from '../../read/scanner.ts';
import type { ScopedQuery } from '../scoped-query.ts';

/** Returns whether a device ever reported a metric. */
export type HasReported = (deviceId: number, metric: string) => boolean;

/** Default without a look-up: any device may report any metric. */
export const assumeReported: HasReported = () => true;

/** Reads which devices ever reported the metrics that decide where others count. Most queries need no read. */
export async function readReported({ query, sites }: ScopedQuery, scanner: Scanner): Promise<HasReported> {
  const metrics = [...new Set((getFacets(query) ?? []).flatMap(({ metric }) => getPlacingMetrics(metric)))];
  if (metrics.length === 0) return assumeReported;
  const found = await Promise.all(
    sites.map(({ topology: { installationId, devices } }) =>
      devices.length === 0
        ? []
        : scanner.senders({ installation: installationId, devices: devices.map(({ id }) => id), metrics }),
    ),
  );
  const told = new Set(found.flat().map(({ device, metric }) => keyOf(device, metric)));
  return (device, metric) => told.has(keyOf(device, metric));
}

const keyOf = (device: number, metric: string) => `${device} ${metric}`;
