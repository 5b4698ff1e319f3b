import type { PassageId, ZoneId } from '@atrium/domain/core';
import { getFacets, getPlacingMetrics } from '@atrium/domain/numbers';
import { findBoundary, findZoneDevices, intersectValidity, type Topology, type Validity } from '@atrium/domain/sites';
import type { Scanner } from '../read/scanner.ts';
import type { ScopedQuery } from './scoped-query.ts';

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

/** Zone or door with a device that reports a metric, and when: consecutive periods. */
export interface ReportingPlace<Id> {
  readonly id: Id;
  readonly periods: readonly Validity[];
}

interface InstalledDevice<Id> {
  readonly id: Id;
  readonly deviceId: number;
  readonly validity: Validity;
}

/** Returns the zones of an area with an installed device that reports the metric. */
export function findReportingZones(
  topology: Topology,
  zoneIds: readonly ZoneId[],
  metric: string,
  tells: HasReported,
): ReportingPlace<ZoneId>[] {
  const hung = findZoneDevices(topology, zoneIds).map(({ zoneId, ...rest }) => ({ id: zoneId, ...rest }));
  return findReportingPlaces(topology, hung, metric, tells);
}

/** Returns the doors of an area with an installed device that reports the metric. */
export function findReportingDoors(
  topology: Topology,
  zoneIds: readonly ZoneId[],
  metric: string,
  tells: HasReported,
): ReportingPlace<PassageId>[] {
  const hung = findBoundary(topology, zoneIds).map(({ passageId, ...rest }) => ({ id: passageId, ...rest }));
  return findReportingPlaces(topology, hung, metric, tells);
}

export function findReportingPlaces<Id extends number>(
  { devices }: Topology,
  hung: readonly InstalledDevice<Id>[],
  metric: string,
  tells: HasReported,
): ReportingPlace<Id>[] {
  const lives = new Map(devices.map(({ id, installedAt, removedAt }) => [id as number, { installedAt, removedAt }]));
  const telling = hung.flatMap(({ id, deviceId, validity }) => {
    const life = lives.get(deviceId);
    if (life === undefined || !tells(deviceId, metric)) return [];
    const period = intersectValidity(validity, { validFrom: life.installedAt, validTo: life.removedAt });
    return period === null ? [] : [{ id, period }];
  });
  return [...Map.groupBy(telling, ({ id }) => id)].map(([id, some]) => ({
    id,
    periods: joined(some.map(({ period }) => period)),
  }));
}

/** Merges periods into disjoint ones. */
function joined(periods: readonly Validity[]): Validity[] {
  const begin = ({ validFrom }: Validity) => validFrom ?? Number.NEGATIVE_INFINITY;
  const end = ({ validTo }: Validity) => validTo ?? Number.POSITIVE_INFINITY;
  const all: Validity[] = [];
  for (const period of [...periods].sort((left, right) => begin(left) - begin(right))) {
    const last = all.at(-1);
    if (last === undefined || begin(period) > end(last)) all.push(period);
    else if (end(period) > end(last)) all[all.length - 1] = { validFrom: last.validFrom, validTo: period.validTo };
  }
  return all;
}
