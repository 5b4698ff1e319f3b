import type { DeviceId, InstallationId, OrganizationId, PassageId, TagId, ZoneId } from '@atrium/domain/core';
import type { Device, Passage, Topology, Zone } from '@atrium/domain/sites';
import type { StoredSites } from '../stored/index.ts';
import {
  type DeviceState,
  type Entity,
  type InstallationState,
  joinKey,
  type PassageState,
  type ZoneState,
} from '../stored/site-state.ts';

/** Returns the id of a record from its kind and key. */
export type FindId = <Id extends number>(kind: Entity, key: string) => Id;

/**
 * Builds the topology of a site from stored records. Includes removed zones, passages and devices, which history needs.
 */
export function buildTopology(
  site: InstallationState,
  organizationId: OrganizationId,
  stored: StoredSites,
  idOf: FindId,
): Topology {
  const { key, name, timezone, changeOfDay, openingHours, closedDates, area, creationDate, country, currency } = site;
  const mine = <Value extends { readonly installation: string }>(values: Iterable<Value>) =>
    [...values].filter(({ installation }) => installation === key);
  const { zone, passage, device } = stored.state;
  // A device that moved to another site still has its history here.
  const devices = [...device.values()].flatMap((one) => {
    const placements = mine(one.placements);
    return one.installation === key || placements.length > 0 ? [deviceOf({ ...one, placements }, idOf)] : [];
  });
  return {
    organizationId,
    installationId: idOf<InstallationId>('installation', key),
    name,
    timezone,
    changeOfDay,
    openingHours,
    closedDates,
    country,
    currency,
    eventLimits: mine(stored.state.event.values()).flatMap(
      ({ stopngoLimit, neverEnding, dateBegin, dateEnd, removedAt }) =>
        stopngoLimit === null || removedAt !== null
          ? []
          : [{ first: neverEnding ? null : dateBegin, last: neverEnding ? null : dateEnd, limit: stopngoLimit }],
    ),
    area,
    createdAt: creationDate,
    zones: mine(zone.values()).map((one) => zoneOf(one, idOf)),
    passages: mine(passage.values()).map((one) => passageOf(one, idOf)),
    devices,
  };
}

export function deviceOf({ installation: _site, placements, ...rest }: DeviceState, idOf: FindId): Device {
  const placed = placements.map(({ installation, at, validFrom, validTo }) => ({
    at:
      'passage' in at
        ? { passageId: idOf<PassageId>('passage', joinKey(installation, at.passage)) }
        : { zoneId: idOf<ZoneId>('zone', joinKey(installation, at.zone)) },
    validFrom,
    validTo,
  }));
  return { ...rest, id: idOf<DeviceId>('device', rest.serial), placements: placed };
}

function zoneOf(zone: ZoneState, idOf: FindId): Zone {
  const { installation, parents, tags, isDisabled: _disabled, removedAt, ...rest } = zone;
  return {
    ...rest,
    id: idOf<ZoneId>('zone', joinKey(installation, zone.key)),
    parentIds: parents.map((parent) => idOf<ZoneId>('zone', joinKey(installation, parent))),
    tagIds: tags.map((tag) => idOf<TagId>('tag', tag)),
    ...gone(removedAt),
  };
}

function passageOf({ installation, key, name, ends, footfallOf, removedAt }: PassageState, idOf: FindId): Passage {
  const zoneId = (zone: string | null) => (zone === null ? null : idOf<ZoneId>('zone', joinKey(installation, zone)));
  return {
    id: idOf<PassageId>('passage', joinKey(installation, key)),
    key,
    name,
    ends: ends.map(({ from, to, ...validity }) => ({ fromZoneId: zoneId(from), toZoneId: zoneId(to), ...validity })),
    footfallOf: zoneId(footfallOf),
    ...gone(removedAt),
  };
}

const gone = (removedAt: number | null) => (removedAt === null ? {} : { removedAt });
