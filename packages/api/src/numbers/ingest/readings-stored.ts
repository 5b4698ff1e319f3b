import type { DeviceId, InstallationId, Instant, OrganizationId } from '@atrium/domain/core';
import type { Bus } from '../../platform/bus/bus.ts';
import type { ReadingRow } from './reading-row.ts';

/** Bus message: new or corrected readings of one site are on disk. */
export interface ReadingsStored {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly deviceIds: readonly DeviceId[];
  readonly metrics: readonly string[];
  /** Earliest start of the readings. */
  readonly from: Instant;
  /** Exclusive end of their starts. */
  readonly to: Instant;
}

declare module '../../platform/bus/bus.ts' {
  interface BusTopics {
    'readings.stored': ReadingsStored;
  }
}

/** Publishes one message per site among the rows. */
export function publishStored(bus: Bus, rows: readonly ReadingRow[]): void {
  for (const message of buildMessages(rows)) bus.publish('readings.stored', message);
}

function buildMessages(rows: readonly ReadingRow[]): readonly ReadingsStored[] {
  const sites = new Map<InstallationId, ReadingRow[]>();
  for (const row of rows) {
    const site = sites.get(row.installation);
    if (site === undefined) sites.set(row.installation, [row]);
    else site.push(row);
  }
  return [...sites].map(([installationId, ofSite]) => {
    const devices = new Set<DeviceId>();
    const metrics = new Set<string>();
    let from = Number.POSITIVE_INFINITY;
    let to = Number.NEGATIVE_INFINITY;
    for (const row of ofSite) {
      devices.add(row.device);
      metrics.add(row.metric);
      if (row.at < from) from = row.at;
      if (row.at >= to) to = row.at + 1;
    }
    const organizationId = (ofSite[0] as ReadingRow).organization;
    return { organizationId, installationId, deviceIds: [...devices], metrics: [...metrics], from, to };
  });
}
