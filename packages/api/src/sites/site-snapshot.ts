import type {
  DeviceId,
  EventId,
  InstallationId,
  OrganizationId,
  PassageId,
  TagCategoryId,
  TagId,
  ZoneId,
} from '@atrium/domain/core';
import type { MeasurementSettings } from '@atrium/domain/numbers';
import type { Device, Passage, Topology, Zone } from '@atrium/domain/sites';
import type { StoredSites } from './stored/index.ts';
import {
  type DeviceState,
  type Entity,
  type EventState,
  type InstallationState,
  joinKey,
  type PassageState,
  type TagState,
  type ZoneState,
} from './stored/site-state.ts';

/** Returns the id of a record from its kind and key. */
type FindId = <Id extends number>(kind: Entity, key: string) => Id;

/**
 * Builds the topology of a site from stored records. Includes removed zones, passages and devices, which history needs.
 */
function buildTopology(
  site: InstallationState,
  organizationId: OrganizationId,
  stored: StoredSites,
  idOf: FindId,
): Topology {
  const { key, name, timezone, changeOfDay, openingHours, closedDates, area, creationDate, country, currency } = site;
  const { tags, tariffs } = site;
  const organization = stored.state.organization.get('');
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
    firstWeekday: organization?.firstWeekday ?? 1,
    fiscalYear: organization?.fiscalYear ?? null,
    openingHours,
    closedDates,
    country,
    currency,
    tariffs,
    eventLimits: mine(stored.state.event.values()).flatMap(
      ({ stopngoLimit, neverEnding, dateBegin, dateEnd, removedAt }) =>
        stopngoLimit === null || removedAt !== null
          ? []
          : [{ first: neverEnding ? null : dateBegin, last: neverEnding ? null : dateEnd, limit: stopngoLimit }],
    ),
    area,
    createdAt: creationDate,
    tagIds: tags.map((tag) => idOf<TagId>('tag', tag)),
    zones: mine(zone.values()).map((one) => zoneOf(one, idOf)),
    passages: mine(passage.values()).map((one) => passageOf(one, idOf)),
    devices,
  };
}

function deviceOf({ installation: _site, placements, members, ...rest }: DeviceState, idOf: FindId): Device {
  const placed = placements.map(({ installation, at, validFrom, validTo }) => ({
    at:
      'passage' in at
        ? { passageId: idOf<PassageId>('passage', joinKey(installation, at.passage)) }
        : { zoneId: idOf<ZoneId>('zone', joinKey(installation, at.zone)) },
    validFrom,
    validTo,
  }));
  const made = members.map(({ serial, ...member }) => ({ ...member, deviceId: idOf<DeviceId>('device', serial) }));
  return {
    ...rest,
    ...(made.length > 0 && { members: made }),
    id: idOf<DeviceId>('device', rest.serial),
    placements: placed,
  };
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

/** A site for readers: its fields, topology and events. Removed sites have none. */
export interface Site {
  readonly id: InstallationId;
  readonly organizationId: OrganizationId;
  readonly fields: InstallationState;
  readonly topology: Topology;
  /**
   * Devices that belong here now. The topology also has devices that were installed here before they moved to another
   * site.
   */
  readonly ownDevices: ReadonlySet<DeviceId>;
  readonly disabledZones: ReadonlySet<ZoneId>;
  readonly events: readonly SiteEvent[];
}

export interface SiteEvent extends EventState {
  readonly id: EventId;
  readonly installationId: InstallationId;
}

export interface SiteTag {
  readonly id: TagId;
  readonly name: string;
  /** The tag of the same category that it is part of. */
  readonly parentId: TagId | null;
  readonly categoryId: TagCategoryId;
  readonly organizationId: OrganizationId;
}

export interface SiteTagCategory {
  readonly id: TagCategoryId;
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly tags: readonly SiteTag[];
}

/** The sites of one organization at one moment, with ids. Immutable. */
export interface SiteSnapshot {
  readonly sites: ReadonlyMap<InstallationId, Site>;
  readonly tagCategories: readonly SiteTagCategory[];
  /** The organization's settings for calculations. */
  readonly settings: MeasurementSettings;
  /** In service or removed, with the device's current site. */
  readonly devicesBySerial: ReadonlyMap<string, { readonly device: Device; readonly installationId: InstallationId }>;
}

export function buildSnapshot(stored: StoredSites, organizationId: OrganizationId): SiteSnapshot {
  const { state, ids } = stored;
  const idOf: FindId = <Id extends number>(kind: keyof typeof ids, key: string) => ids[kind].get(key) as Id;
  const installations = [...state.installation.values()].filter(({ removedAt }) => removedAt === null);
  const sites = installations.map((fields) => siteOf(fields, organizationId, stored, idOf));
  const byKey = new Map(sites.map((site) => [site.fields.key, site.id]));
  const devices = [...state.device.values()].flatMap((device) => {
    const installationId = byKey.get(device.installation);
    return installationId === undefined
      ? []
      : [[device.serial, { device: deviceOf(device, idOf), installationId }] as const];
  });
  return {
    sites: new Map(sites.map((site) => [site.id, site])),
    tagCategories: categoriesOf(stored, organizationId, idOf),
    settings: {
      factors: state.organization.get('')?.factors ?? [],
      bands: state.organization.get('')?.bands ?? [],
    },
    devicesBySerial: new Map(devices),
  };
}

function siteOf(fields: InstallationState, organizationId: OrganizationId, stored: StoredSites, idOf: FindId): Site {
  const { key } = fields;
  const id = idOf<InstallationId>('installation', key);
  const events = [...stored.state.event.values()].filter(
    (event) => event.installation === key && event.removedAt === null,
  );
  const own = [...stored.state.device.values()].filter(({ installation }) => installation === key);
  const disabled = [...stored.state.zone.values()].filter((zone) => zone.installation === key && zone.isDisabled);
  return {
    id,
    organizationId,
    fields,
    topology: buildTopology(fields, organizationId, stored, idOf),
    ownDevices: new Set(own.map(({ serial }) => idOf<DeviceId>('device', serial))),
    disabledZones: new Set(disabled.map((zone) => idOf<ZoneId>('zone', joinKey(key, zone.key)))),
    events: events.map((event) => ({
      ...event,
      id: idOf<EventId>('event', joinKey(key, event.name)),
      installationId: id,
    })),
  };
}

function categoriesOf({ state }: StoredSites, organizationId: OrganizationId, idOf: FindId): SiteTagCategory[] {
  return [...state.tagCategory.values()].map(({ name }) => {
    const categoryId = idOf<TagCategoryId>('tagCategory', name);
    const tags = [...state.tag.values()].filter((tag) => tag.category === name);
    const tagOf = ({ name: tag, parent }: TagState): SiteTag => ({
      id: idOf<TagId>('tag', joinKey(name, tag)),
      name: tag,
      parentId: parent === null ? null : idOf<TagId>('tag', joinKey(name, parent)),
      categoryId,
      organizationId,
    });
    return { id: categoryId, name, organizationId, tags: tags.map(tagOf) };
  });
}
