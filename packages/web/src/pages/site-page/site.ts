import {
  type DeviceId,
  type EventId,
  type InstallationId,
  id,
  type OrganizationId,
  type PassageId,
  type TagCategoryId,
  type TagId,
  type ZoneId,
} from '@atrium/domain/core';
import { type SectionEvent, toSectionEvent } from '@atrium/domain/pages';
import { type Passage, type Topology, toCalendar, type Zone } from '@atrium/domain/sites';
import type { CountingSiteQuery } from './operations.generated.ts';

/** A site as its pages need it. Excludes disabled zones. */
export interface Site {
  readonly topology: Topology;
  readonly city: string | null;
  readonly country: string | null;
  readonly events: readonly SiteEvent[];
  /** Corrections of the readings of its sensors. */
  readonly corrections: readonly SiteCorrection[];
  /** Categories with a tag on any zone, for filtering. Excludes those that describe the topology itself. */
  readonly categories: readonly Category[];
  /** Descriptors that its sensors ever reported. Other descriptors cannot be filtered by. */
  readonly told: readonly string[];
  /** The organization's colors, by metric id. */
  readonly colors: Readonly<Record<string, string>>;
  /** Air sensors in service, with their zones. */
  readonly airSensors: readonly { readonly id: DeviceId; readonly name: string; readonly zoneId: ZoneId | null }[];
}

export interface Category {
  readonly id: TagCategoryId;
  readonly name: string;
  readonly tags: readonly { readonly id: TagId; readonly name: string }[];
}

export interface SiteEvent extends SectionEvent {
  readonly id: EventId;
  readonly name: string;
}

export type SiteCorrection = CountingSiteQuery['correctionsByInstallation'][number];

export function toSite(answer: CountingSiteQuery): Site {
  const { installationById, passagesByInstallation, padsByInstallation } = answer;
  const shown = installationById.zones.filter((zone) => !zone.isDisabled);
  const createdAt = installationById.creationDate;
  return {
    topology: {
      organizationId: id<OrganizationId>(installationById.organizationId),
      installationId: id<InstallationId>(installationById.id),
      name: installationById.name,
      ...toCalendar(installationById),
      country: null,
      currency: null,
      eventLimits: [],
      area: installationById.area,
      createdAt,
      zones: shown.map(toZone),
      passages: passagesByInstallation.map(passageOf),
      devices: padsByInstallation.map((pad) => ({
        id: id<DeviceId>(pad.id),
        serial: '',
        kind: 'pad',
        name: pad.name,
        placements:
          pad.passageId === null
            ? []
            : [{ at: { passageId: id<PassageId>(pad.passageId) }, validFrom: null, validTo: null }],
        interval: 300,
        reportsZero: true,
        meter: null,
        installedAt: createdAt,
        removedAt: null,
      })),
    },
    city: installationById.city,
    country: installationById.country,
    events: installationById.events.map(toSiteEvent),
    corrections: answer.correctionsByInstallation,
    categories: listFilterCategories(answer.organization.tagCategories, installationById.zones),
    told: installationById.descriptors,
    colors: toColors(answer.organization.colors),
    airSensors: answer.devicesAtmosphereByInstallation.map((device) => ({
      id: id<DeviceId>(device.id),
      name: device.name,
      zoneId: device.zone === null ? null : id<ZoneId>(device.zone.id),
    })),
  };
}

export function toColors(colors: CountingSiteQuery['organization']['colors']): Site['colors'] {
  return Object.fromEntries(colors.map(({ metric, color }) => [metric, color]));
}

export function toSiteEvent(event: CountingSiteQuery['installationById']['events'][number]): SiteEvent {
  return { id: id<EventId>(event.id), name: event.label || event.name, ...toSectionEvent(event) };
}

/** The category of this name describes what a zone is, for other modules. */
export const isInternalCategory = (name: string) => name.toLowerCase() === 'topology';

/** Returns the organization's categories that are used by zones of a site. */
export function listFilterCategories(
  all: CountingSiteQuery['organization']['tagCategories'],
  zones: readonly { readonly tags: readonly { readonly id: number }[] }[],
): readonly Category[] {
  const used = new Set(zones.flatMap((zone) => zone.tags.map((tag) => tag.id)));
  return all
    .filter(({ name }) => !isInternalCategory(name))
    .map((category) => ({
      id: id<TagCategoryId>(category.id),
      name: category.name,
      tags: category.tags.filter((tag) => used.has(tag.id)).map((tag) => ({ id: id<TagId>(tag.id), name: tag.name })),
    }))
    .filter(({ tags }) => tags.length > 0);
}

type ZoneAnswer = Pick<
  CountingSiteQuery['installationById']['zones'][number],
  'id' | 'name' | 'parentIds' | 'limit' | 'tags'
> & { readonly area?: number | null };

export function toZone(zone: ZoneAnswer, order: number): Zone {
  return {
    id: id<ZoneId>(zone.id),
    key: String(zone.id),
    name: zone.name,
    parentIds: zone.parentIds.map((parent) => id<ZoneId>(parent)),
    area: zone.area ?? null,
    limit: zone.limit,
    queueLength: null,
    tagIds: zone.tags.map((tag) => id<TagId>(tag.id)),
    order,
  };
}

function passageOf(passage: CountingSiteQuery['passagesByInstallation'][number]): Passage {
  const place = (zoneId: number | null) => (zoneId === null ? null : id<ZoneId>(zoneId));
  const footfallOf = place(passage.footfallOf);
  return {
    id: id<PassageId>(passage.id),
    key: String(passage.id),
    name: passage.name,
    ends:
      footfallOf === null
        ? [{ fromZoneId: place(passage.fromZoneId), toZoneId: place(passage.toZoneId), validFrom: null, validTo: null }]
        : [],
    footfallOf,
  };
}
