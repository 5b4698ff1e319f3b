import { type InstallationId, id, type OrganizationId, type Span, type ZoneId } from '@atrium/domain/core';
import type { HeatGender } from '@atrium/domain/heatmaps';
import type { Topology } from '@atrium/domain/sites';
import type { PlanReadings } from './presence.store.ts';

/**
 * Returns the devices and times of readings on a zone's own plan. Positions on another zone's plan, even of a zone
 * inside it, have other coordinates.
 */
export function findPlanReadings(topology: Topology, zoneId: ZoneId, span: Span, gender: HeatGender): PlanReadings {
  const sources = topology.devices.flatMap((device) =>
    device.placements
      .filter(({ at }) => 'zoneId' in at && at.zoneId === zoneId)
      .map(({ validFrom, validTo }) => ({
        deviceId: device.id,
        from: Math.max(validFrom ?? span.from, span.from),
        to: Math.min(validTo ?? span.to, span.to),
      }))
      .filter(({ from, to }) => from < to),
  );
  return {
    organizationId: id<OrganizationId>(topology.organizationId),
    installationId: id<InstallationId>(topology.installationId),
    sources,
    gender,
  };
}
