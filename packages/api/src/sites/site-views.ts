import { type Clock, dateToWall, failure, type Instant, type LocalDate, wallToInstant } from '@atrium/domain/core';
import { countsPeople, listSections, type QueriedSite, type SectionEvent, toSectionEvent } from '@atrium/domain/pages';
import {
  type Device,
  type DeviceKind,
  findBoundary,
  isValidAt,
  listTopZones,
  type Passage,
  type PassageEnds,
  type Topology,
  type Zone,
} from '@atrium/domain/sites';
import { toGraphqlError } from '../platform/graphql/errors.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import type { SiteSnapshots } from './site-directory.ts';
import type { Site, SiteEvent, SiteSnapshot } from './site-snapshot.ts';

/** Dependencies of all fields in this module. */
export interface SiteReads {
  readonly directory: SiteSnapshots;
  readonly clock: Clock;
}

/** A part of a site with its site, from which its fields are computed. */
export interface ZoneView {
  readonly zone: Zone;
  readonly site: Site;
}
export interface PassageView {
  readonly passage: Passage;
  readonly site: Site;
}
export interface DeviceView {
  readonly device: Device;
  readonly site: Site;
}
export interface EventView {
  readonly event: SiteEvent;
  readonly site: Site;
}

/** Throws the same NOT_FOUND for an unknown id, another organization's, and one of a site the viewer may not see. */
export function throwNotFound(what: string, field: string): never {
  throw toGraphqlError(failure('NOT_FOUND', `No such ${what}`, field));
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

export function sortByName(sites: readonly Site[]): Site[] {
  return [...sites].sort((a, b) => collator.compare(a.fields.name, b.fields.name) || a.id - b.id);
}

/**
 * Returns the sites of a snapshot as pages of widgets need them: by name, with zones in order. Leaves out removed and
 * disabled zones, passages and devices.
 */
export function listPageTopologies(snapshot: SiteSnapshot): readonly Topology[] {
  return sortByName(listSites(snapshot)).map(topologyOfPage);
}

/** Returns a site as its own page needs it, with its events. */
export function toShownSite(site: Site): { readonly topology: Topology; readonly events: readonly SectionEvent[] } {
  return { topology: topologyOfPage(site), events: sectionEventsOf(site) };
}

function topologyOfPage(site: Site): Topology {
  return {
    ...site.topology,
    zones: listZoneViews(site)
      .map(({ zone }) => zone)
      .filter(({ id }) => !site.disabledZones.has(id)),
    passages: [],
    devices: [],
  };
}

function sectionEventsOf(site: Site): readonly SectionEvent[] {
  return site.events.map(({ metrics, neverEnding, dateBegin, dateEnd }) =>
    toSectionEvent({
      metrics,
      neverEnding,
      dateBegin: dateBegin === null ? null : toFirstInstant(dateBegin, site),
      dateEnd: dateEnd === null ? null : toLastInstant(dateEnd, site),
    }),
  );
}

/** Returns the sites that the overview lists: those where people are counted now. */
export function listOverviewSites(snapshot: SiteSnapshot, now: Instant): readonly QueriedSite[] {
  return listSites(snapshot).flatMap((site) => {
    const events = sectionEventsOf(site);
    if (!countsPeople(events, now)) return [];
    const tops = listTopZoneViews(site).filter(({ zone }) => !site.disabledZones.has(zone.id));
    return {
      topZoneIds: tops.map(({ zone }) => zone.id),
      calendar: site.topology,
      hasEnergy: listSections(events, now).has('energy'),
    };
  });
}

export const listSites = (snapshot: SiteSnapshot): readonly Site[] => [...snapshot.sites.values()];

export async function findSite({ directory }: SiteReads, scope: Scope, id: number, field: string): Promise<Site> {
  return (await directory.snapshot(scope)).sites.get(id as Site['id']) ?? throwNotFound('installation', field);
}

const isInService = ({ removedAt }: { readonly removedAt?: Instant }) => removedAt === undefined;

export function listZoneViews(site: Site): ZoneView[] {
  return inOrder(site.topology.zones.filter(isInService)).map((zone) => ({ zone, site }));
}

export function listTopZoneViews(site: Site): ZoneView[] {
  return listZoneViews(site).filter(({ zone }) => zone.parentIds.length === 0);
}

export function listChildren({ zone, site }: ZoneView): Zone[] {
  return inOrder(site.topology.zones.filter((child) => isInService(child) && child.parentIds.includes(zone.id)));
}

export function listPassageViews(site: Site): PassageView[] {
  return site.topology.passages.filter(isInService).map((passage) => ({ passage, site }));
}

/** Returns devices of a kind that belong to the site and are in service. */
export function listDeviceViews(site: Site, kind: DeviceKind, now: Instant): DeviceView[] {
  return site.topology.devices
    .filter((device) => device.kind === kind && site.ownDevices.has(device.id))
    .filter(({ removedAt }) => removedAt === null || removedAt > now)
    .map((device) => ({ device, site }));
}

/** Returns the counters at passages between the site and the outside now. Leaves out inner doors and passers-by. */
export function listOuterPads(site: Site, now: Instant): DeviceView[] {
  const tops = listTopZones(site.topology.zones).filter(({ id }) => !site.disabledZones.has(id));
  const outer = findBoundary(
    site.topology,
    tops.map(({ id }) => id),
  ).filter(({ validity }) => isValidAt(validity, now));
  const ids = new Set(outer.map(({ deviceId }) => deviceId));
  return listDeviceViews(site, 'pad', now).filter(({ device }) => ids.has(device.id));
}

export const listEventViews = (site: Site): EventView[] => site.events.map((event) => ({ event, site }));

export function findEnds({ passage }: PassageView, now: Instant): PassageEnds | null {
  return passage.ends.find((ends) => isValidAt(ends, now)) ?? null;
}

/**
 * Returns the zone where a device is installed now. For a counter at a passage, the zone people enter there, or else
 * leave.
 */
export function findDeviceZone({ device, site }: DeviceView, now: Instant): ZoneView | null {
  const placement = device.placements.find((one) => isValidAt(one, now));
  if (placement === undefined) return null;
  const zoneId = 'zoneId' in placement.at ? placement.at.zoneId : zoneOfPassage(placement.at.passageId, site, now);
  const zone = site.topology.zones.find((one) => one.id === zoneId);
  return zone === undefined ? null : { zone, site };
}

function zoneOfPassage(passageId: number, site: Site, now: Instant): number | null {
  const passage = site.topology.passages.find((one) => one.id === passageId);
  if (passage === undefined) return null;
  const ends = findEnds({ passage, site }, now);
  return passage.footfallOf ?? ends?.toZoneId ?? ends?.fromZoneId ?? null;
}

/** Returns the first instant of a local date. */
export const toFirstInstant = (date: LocalDate, { topology }: Site): Instant =>
  wallToInstant(topology.timezone, dateToWall(date, 0));

/** Returns the last millisecond of a local date, so that an event's end shows the date it was given. */
export const toLastInstant = (date: LocalDate, { topology }: Site): Instant =>
  wallToInstant(topology.timezone, dateToWall(date, 1440)) - 1;

const inOrder = (zones: readonly Zone[]) => [...zones].sort((a, b) => a.order - b.order);
