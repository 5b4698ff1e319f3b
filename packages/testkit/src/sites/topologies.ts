import type { DeviceId, InstallationId, Instant, OrganizationId, PassageId, ZoneId } from '@atrium/domain/core';
import type { Device, Passage, PassageEnds, Placement, Topology, Zone } from '@atrium/domain/sites';

/** Builders of sites for tests, with overrides. */

export function aZone(id: number, overrides: Partial<Zone> = {}): Zone {
  return {
    id: id as ZoneId,
    key: `zone-${id}`,
    name: `Zone ${id}`,
    parentIds: [],
    area: null,
    limit: null,
    queueLength: null,
    tagIds: [],
    order: id,
    ...overrides,
  };
}

export const aZoneWithin = (id: number, parents: readonly number[]): Zone =>
  aZone(id, { parentIds: parents as readonly ZoneId[] });

/** Builds a door between two places; null is outside. */
export function aDoor(id: number, from: number | null, to: number | null, overrides: Partial<Passage> = {}): Passage {
  return aPassage(id, [ends(from, to)], overrides);
}

export function ends(
  from: number | null,
  to: number | null,
  validFrom: Instant | null = null,
  validTo: Instant | null = null,
): PassageEnds {
  return { fromZoneId: from as ZoneId | null, toZoneId: to as ZoneId | null, validFrom, validTo };
}

export function aPassage(id: number, all: readonly PassageEnds[], overrides: Partial<Passage> = {}): Passage {
  return {
    id: id as PassageId,
    key: `passage-${id}`,
    name: `Passage ${id}`,
    ends: all,
    footfallOf: null,
    ...overrides,
  };
}

/** Builds a placement with its period. */
export function atPassage(id: number, validFrom: Instant | null = null, validTo: Instant | null = null): Placement {
  return { at: { passageId: id as PassageId }, validFrom, validTo };
}

export function atZone(id: number, validFrom: Instant | null = null, validTo: Instant | null = null): Placement {
  return { at: { zoneId: id as ZoneId }, validFrom, validTo };
}

/** Builds a device with a five-minute interval; by default a door counter. */
export function aDevice(id: number, placements: readonly Placement[], overrides: Partial<Device> = {}): Device {
  return {
    id: id as DeviceId,
    serial: `PAD-${id}`,
    kind: 'pad',
    name: `Pad ${id}`,
    placements,
    interval: 300,
    reportsZero: true,
    meter: null,
    installedAt: 0,
    removedAt: null,
    ...overrides,
  };
}

/** Builds a door counter with a five-minute interval. */
export const aPad = (id: number, passageId: number, overrides: Partial<Device> = {}): Device =>
  aDevice(id, [atPassage(passageId)], overrides);

/** Builds an air sensor that samples every five minutes. */
export const anAirSensor = (id: number, zoneId: number, overrides: Partial<Device> = {}): Device =>
  aDevice(id, [atZone(zoneId)], { serial: `AIR-${id}`, kind: 'atmosphere', name: `Air ${id}`, ...overrides });

export function aSite(organizationId: number, overrides: Partial<Topology> = {}): Topology {
  return {
    organizationId: organizationId as OrganizationId,
    installationId: 1 as InstallationId,
    name: 'Site',
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
    ...overrides,
  };
}
