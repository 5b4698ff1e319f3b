import type { DeviceKind, Topology } from '@atrium/domain/sites';

export interface OrganizationStats {
  readonly installationCount: number;
  readonly userCount: number;
  readonly padCount: number;
  readonly deviceAtmosphereCount: number;
  readonly totalDeviceCount: number;
}

/** Counts the given sites and their parts. Removed devices are not counted. */
export function countOrganization(topologies: readonly Topology[], userCount: number): OrganizationStats {
  const devices = topologies.flatMap((topology) => topology.devices).filter((device) => device.removedAt === null);
  const countOf = (kind: DeviceKind) => devices.filter((device) => device.kind === kind).length;
  return {
    installationCount: topologies.length,
    userCount,
    padCount: countOf('pad'),
    deviceAtmosphereCount: countOf('atmosphere'),
    totalDeviceCount: devices.length,
  };
}
