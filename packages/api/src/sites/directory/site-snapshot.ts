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
import type { Device, Passage, Topology, Zone } from '@atrium/domain/sites';
import type { StoredSites } from '../provisioning/load-state.store.ts';
import { type Entity, type EventState, type InstallationState, join } from '../provisioning/site-state.ts';

/** One site as readers see it: its own fields, its topology, its events. Sites that were removed are not among them. */
export interface Site {
  readonly id: InstallationId;
  readonly organizationId: OrganizationId;
  readonly fields: InstallationState;
  readonly topology: Topology;
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
  readonly categoryId: TagCategoryId;
  readonly organizationId: OrganizationId;
}

export interface SiteTagCategory {
  readonly id: TagCategoryId;
  readonly name: string;
  readonly organizationId: OrganizationId;
  readonly tags: readonly SiteTag[];
}

/** Everything about the sites of one organization at one moment, with ids. Never changed once built. */
export interface SiteSnapshot {
  readonly sites: ReadonlyMap<InstallationId, Site>;
  readonly tagCategories: readonly SiteTagCategory[];
  /** In service or not, by the site the device belongs to now. */
  readonly devicesBySerial: ReadonlyMap<string, { readonly device: Device; readonly installationId: InstallationId }>;
}

export function buildSnapshot({ state, ids }: StoredSites, organizationId: OrganizationId): SiteSnapshot {
  const idOf = <Id extends number>(kind: Entity, key: string) => ids[kind].get(key) as Id;
  const sites = new Map<InstallationId, Site>();
  const devices = [...state.device.values()].map((device) => ({
    device: deviceOf(device),
    installation: device.installation,
  }));
  for (const fields of state.installation.values()) {
    if (fields.removedAt !== null) continue;
    const id = idOf<InstallationId>('installation', fields.key);
    const events = [...state.event.values()].filter(
      (event) => event.installation === fields.key && event.removedAt === null,
    );
    sites.set(id, {
      id,
      organizationId,
      fields,
      topology: topologyOf(fields, id),
      disabledZones: new Set(
        [...state.zone.values()]
          .filter((zone) => zone.installation === fields.key && zone.isDisabled)
          .map((zone) => idOf<ZoneId>('zone', join(fields.key, zone.key))),
      ),
      events: events.map((event) => ({
        ...event,
        id: idOf('event', join(event.installation, event.name)),
        installationId: id,
      })),
    });
  }
  const devicesBySerial = new Map(
    devices.flatMap(({ device, installation }) => {
      const installationId = idOf<InstallationId>('installation', installation);
      return sites.has(installationId) ? [[device.serial, { device, installationId }] as const] : [];
    }),
  );
  return { sites, tagCategories: categories(), devicesBySerial };

  function topologyOf(fields: InstallationState, installationId: InstallationId): Topology {
    const { key, name, timezone, changeOfDay, openingHours, closedDates, area } = fields;
    const zones = [...state.zone.values()]
      .filter((zone) => zone.installation === key)
      .map((zone): Zone => {
        const { installation: _site, parents, tags, isDisabled: _disabled, removedAt, ...rest } = zone;
        const parentIds = parents.map((parent) => idOf<ZoneId>('zone', join(key, parent)));
        const tagIds = tags.map((tag) => idOf<TagId>('tag', tag));
        return { ...rest, id: idOf('zone', join(key, zone.key)), parentIds, tagIds, ...gone(removedAt) };
      });
    const zoneIdOf = (zone: string | null) => (zone === null ? null : idOf<ZoneId>('zone', join(key, zone)));
    const passages = [...state.passage.values()]
      .filter((passage) => passage.installation === key)
      .map((passage): Passage => {
        const ends = passage.ends.map(({ from, to, validFrom, validTo }) => ({
          fromZoneId: zoneIdOf(from),
          toZoneId: zoneIdOf(to),
          validFrom,
          validTo,
        }));
        return {
          id: idOf('passage', join(key, passage.key)),
          key: passage.key,
          name: passage.name,
          ends,
          footfallOf: zoneIdOf(passage.footfallOf),
          ...gone(passage.removedAt),
        };
      });
    // A device that hung here before it moved to another site still has its history here.
    const here = [...state.device.values()].filter(
      (device) => device.installation === key || device.placements.some((one) => one.installation === key),
    );
    return {
      organizationId,
      installationId,
      name,
      timezone,
      changeOfDay,
      openingHours,
      closedDates,
      area,
      createdAt: fields.creationDate,
      zones,
      passages,
      devices: here.map((device) =>
        deviceOf({ ...device, placements: device.placements.filter((one) => one.installation === key) }),
      ),
    };
  }

  function deviceOf(stored: StoredDevice): Device {
    const { installation: _site, placements, ...rest } = stored;
    const placed = placements.map(({ installation, at, validFrom, validTo }) => ({
      at:
        'passage' in at
          ? { passageId: idOf<PassageId>('passage', join(installation, at.passage)) }
          : { zoneId: idOf<ZoneId>('zone', join(installation, at.zone)) },
      validFrom,
      validTo,
    }));
    return { ...rest, id: idOf<DeviceId>('device', stored.serial), placements: placed };
  }

  function categories(): SiteTagCategory[] {
    return [...state.tagCategory.values()].map(({ name }) => {
      const id = idOf<TagCategoryId>('tagCategory', name);
      const own = [...state.tag.values()].filter((tag) => tag.category === name);
      return {
        id,
        name,
        organizationId,
        tags: own.map((tag) => ({
          id: idOf('tag', join(name, tag.name)),
          name: tag.name,
          categoryId: id,
          organizationId,
        })),
      };
    });
  }
}

type StoredDevice = StoredSites['state']['device'] extends ReadonlyMap<string, infer Stored> ? Stored : never;
const gone = (removedAt: number | null) => (removedAt === null ? {} : { removedAt });
