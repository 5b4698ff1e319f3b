import type {
  DeviceId,
  EventId,
  InstallationId,
  OrganizationId,
  TagCategoryId,
  TagId,
  ZoneId,
} from '@atrium/domain/core';
import type { MeasurementSettings } from '@atrium/domain/measurements';
import type { Device, Topology } from '@atrium/domain/sites';
import type { StoredSites } from '../stored/index.ts';
import { type EventState, type InstallationState, joinKey } from '../stored/site-state.ts';
import { buildTopology, deviceOf, type FindId } from './build-topology.ts';

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
    const tagOf = (tag: string): SiteTag => ({
      id: idOf<TagId>('tag', joinKey(name, tag)),
      name: tag,
      categoryId,
      organizationId,
    });
    return { id: categoryId, name, organizationId, tags: tags.map((tag) => tagOf(tag.name)) };
  });
}
