import {
  type DeviceId,
  type InstallationId,
  id,
  type OrganizationId,
  type PassageId,
  type ZoneId,
} from '../core/index.ts';
import type { Device, Passage, PassageEnds, Placement, Topology, Zone } from './topology.ts';

/** Small sites for tests: everything that a rule does not look at is filled in. */
export function sampleSite(parts: Partial<Topology> = {}): Topology {
  return {
    organizationId: id<OrganizationId>(1),
    installationId: id<InstallationId>(1),
    name: 'Sample',
    timezone: 'Europe/Zurich',
    changeOfDay: '00:00',
    openingHours: { spans: [], reset: false },
    closedDates: [],
    country: null,
    currency: null,
    eventLimits: [],
    area: null,
    createdAt: 0,
    zones: [],
    passages: [],
    devices: [],
    ...parts,
  };
}

export function sampleZone(number: number, parents: readonly number[] = []): Zone {
  return {
    id: id<ZoneId>(number),
    key: `z${number}`,
    name: `Zone ${number}`,
    parentIds: parents.map((parent) => id<ZoneId>(parent)),
    area: null,
    limit: null,
    queueLength: null,
    tagIds: [],
    order: number,
  };
}

export function sampleEnds(
  from: number | null,
  to: number | null,
  validFrom: number | null = null,
  validTo: number | null = null,
): PassageEnds {
  return { fromZoneId: from as ZoneId | null, toZoneId: to as ZoneId | null, validFrom, validTo };
}

export function samplePassage(number: number, ends: readonly PassageEnds[], footfallOf: number | null = null): Passage {
  return {
    id: id<PassageId>(number),
    key: `p${number}`,
    name: `Passage ${number}`,
    ends,
    footfallOf: footfallOf as ZoneId | null,
  };
}

export function sampleDevice(number: number, placements: readonly Placement[], parts: Partial<Device> = {}): Device {
  return {
    id: id<DeviceId>(number),
    serial: `D${number}`,
    kind: 'pad',
    name: `Device ${number}`,
    placements,
    interval: 300,
    reportsZero: true,
    meter: null,
    installedAt: 0,
    removedAt: null,
    ...parts,
  };
}

export function atPassage(passage: number, validFrom: number | null = null, validTo: number | null = null): Placement {
  return { at: { passageId: id<PassageId>(passage) }, validFrom, validTo };
}

export function atZone(zone: number, validFrom: number | null = null, validTo: number | null = null): Placement {
  return { at: { zoneId: id<ZoneId>(zone) }, validFrom, validTo };
}
