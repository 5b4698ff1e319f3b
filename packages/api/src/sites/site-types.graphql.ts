import type { OpeningSpan } from '@atrium/domain/sites';
import type { YearsRef } from '../people/organization/index.ts';
import type { Builder } from '../platform/graphql/builder.ts';
import type { TypeRef } from '../platform/graphql/connections.ts';
import { registerDeviceTypes } from './device-types.graphql.ts';
import type { Site, SiteTag, SiteTagCategory } from './site-snapshot.ts';
import {
  type EventView,
  findDeviceZone,
  findEnds,
  listChildren,
  listDeviceViews,
  listEventViews,
  listOuterPads,
  listZoneViews,
  type PassageView,
  type SiteReads,
  toFirstInstant,
  toLastInstant,
  type ZoneView,
} from './site-views.ts';

export type SiteTypes = ReturnType<typeof registerSiteTypes>;

/** Registers the object types of sites and returns them for other modules. */
export function registerSiteTypes(builder: Builder, reads: SiteReads, years: YearsRef) {
  const installation = builder.objectRef<Site>('Installation');
  const zone = builder.objectRef<ZoneView>('Zone');
  const { tag, tagCategory } = registerTagTypes(builder);
  const event = registerEventType(builder);
  registerInstallationType(builder, { installation, zone, event, years }, reads.clock);
  zone.implement({
    fields: (t) => ({
      id: t.int({ resolve: ({ zone }) => zone.id }),
      name: t.string({ resolve: ({ zone }) => zone.name }),
      parentIds: t.intList({ length: { most: 5 }, resolve: ({ zone }) => [...zone.parentIds] }),
      childIds: t.intList({ length: { ofSite: 'zones' }, resolve: (view) => listChildren(view).map(({ id }) => id) }),
      hasChildElements: t.boolean({ resolve: (view) => listChildren(view).length > 0 }),
      installationId: t.int({ resolve: ({ site }) => site.id }),
      installation: t.field({ type: installation, resolve: ({ site }) => site }),
      sensorId: t.int({
        nullable: true,
        description: 'The first air sensor installed in this very zone.',
        cost: (_args, { devices }) => devices.largest,
        resolve: (view) => sensorIn(view, reads.clock.now()),
      }),
      isDisabled: t.boolean({ resolve: ({ zone, site }) => site.disabledZones.has(zone.id) }),
      area: t.float({ nullable: true, description: 'm²', resolve: ({ zone }) => zone.area }),
      limit: t.int({ nullable: true, description: 'People.', resolve: ({ zone }) => zone.limit }),
      queueLength: t.float({ nullable: true, description: 'm', resolve: ({ zone }) => zone.queueLength }),
      tags: t.withAuth({ signedIn: true }).field({
        type: [tag],
        length: { ofZone: 'tags' },
        resolve: async ({ zone }, _args, { scope }) => {
          const { tagCategories } = await reads.directory.snapshot(scope);
          return tagCategories.flatMap(({ tags }) => tags.filter(({ id }) => zone.tagIds.includes(id)));
        },
      }),
    }),
  });
  const passage = registerPassageType(builder, reads);
  const devices = registerDeviceTypes(builder, reads, zone);
  return { installation, zone, passage, event, tag, tagCategory, ...devices };
}

function sensorIn({ zone, site }: ZoneView, now: number): number | null {
  const here = listDeviceViews(site, 'atmosphere', now).find((view) => findDeviceZone(view, now)?.zone.id === zone.id);
  return here?.device.id ?? null;
}

function registerInstallationType(
  builder: Builder,
  {
    installation,
    zone,
    event,
    years,
  }: {
    readonly installation: ReturnType<typeof builder.objectRef<Site>>;
    readonly zone: TypeRef<ZoneView>;
    readonly event: TypeRef<EventView>;
    readonly years: YearsRef;
  },
  clock: SiteReads['clock'],
): void {
  const span = builder.objectRef<OpeningSpan>('OpeningSpan').implement({
    description: 'Weekday (1 = Monday … 7 = Sunday), hour and minute of both ends.',
    fields: (t) => ({
      begin: t.intList({ length: { most: 3 }, resolve: ({ begin }) => [...begin] }),
      end: t.intList({ length: { most: 3 }, resolve: ({ end }) => [...end] }),
    }),
  });
  const hours = builder.objectRef<Site['topology']['openingHours']>('OpeningHours').implement({
    fields: (t) => ({
      spans: t.field({
        type: [span],
        length: { most: 21 },
        description: 'None means always open.',
        resolve: ({ spans }) => [...spans],
      }),
      reset: t.exposeBoolean('reset'),
    }),
  });
  installation.implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      key: t.string({ description: 'Its name in site files.', resolve: ({ fields }) => fields.key }),
      name: t.string({ resolve: ({ fields }) => fields.name }),
      address: t.string({ nullable: true, resolve: ({ fields }) => fields.address }),
      city: t.string({ nullable: true, resolve: ({ fields }) => fields.city }),
      country: t.string({ nullable: true, description: 'ISO 3166', resolve: ({ fields }) => fields.country }),
      timezone: t.string({ description: 'IANA', resolve: ({ fields }) => fields.timezone }),
      creationDate: t.field({ type: 'Timestamp', resolve: ({ fields }) => fields.creationDate }),
      opening_hours: t.field({ type: hours, resolve: ({ fields }) => fields.openingHours }),
      change_of_day_time: t.string({ description: 'HH:mm', resolve: ({ fields }) => fields.changeOfDay }),
      years: t.field({ type: years, resolve: ({ topology }) => topology }),
      closedDates: t.stringList({ length: { most: 100 }, resolve: ({ fields }) => [...fields.closedDates] }),
      currency: t.string({ nullable: true, description: 'ISO 4217', resolve: ({ fields }) => fields.currency }),
      area: t.float({ nullable: true, description: 'm²', resolve: ({ fields }) => fields.area }),
      shopId: t.string({ nullable: true, resolve: ({ fields }) => fields.shopId }),
      latitude: t.float({ nullable: true, resolve: ({ fields }) => fields.latitude }),
      longitude: t.float({ nullable: true, resolve: ({ fields }) => fields.longitude }),
      organizationId: t.exposeInt('organizationId'),
      tagIds: t.intList({
        length: { of: 'tagCategories' },
        description: 'The tags of the whole site, such as its region: at most one of each category.',
        resolve: ({ topology }) => [...(topology.tagIds ?? [])],
      }),
      outerPadIds: t.intList({
        length: { ofSite: 'devices' },
        description: 'The people counters at the outer doors now, by which entries of the whole site are counted.',
        resolve: (site) => listOuterPads(site, clock.now()).map(({ device }) => device.id),
      }),
      zones: t.field({ type: [zone], length: { ofSite: 'zones' }, resolve: listZoneViews }),
      events: t.field({ type: [event], length: { ofSite: 'events' }, resolve: listEventViews }),
    }),
  });
}

function registerPassageType(builder: Builder, { clock }: SiteReads) {
  return builder.objectRef<PassageView>('Passage').implement({
    fields: (t) => ({
      id: t.int({ resolve: ({ passage }) => passage.id }),
      name: t.string({ resolve: ({ passage }) => passage.name }),
      installationId: t.int({ resolve: ({ site }) => site.id }),
      fromZoneId: t.int({
        nullable: true,
        description: 'null: the outside, or nothing now.',
        resolve: (view) => findEnds(view, clock.now())?.fromZoneId ?? null,
      }),
      toZoneId: t.int({ nullable: true, resolve: (view) => findEnds(view, clock.now())?.toZoneId ?? null }),
      footfallOf: t.int({
        nullable: true,
        description: 'The zone in front of which passers-by are counted.',
        resolve: ({ passage }) => passage.footfallOf,
      }),
    }),
  });
}

function registerEventType(builder: Builder) {
  const stopngo = builder.objectRef<{ readonly limit: number }>('EventStopAndGo').implement({
    fields: (t) => ({ limit: t.exposeInt('limit', { description: 'People.' }) }),
  });
  return builder.objectRef<EventView>('Event').implement({
    fields: (t) => ({
      id: t.int({ resolve: ({ event }) => event.id }),
      name: t.string({ resolve: ({ event }) => event.name }),
      label: t.string({ resolve: ({ event }) => event.name }),
      installationId: t.int({ resolve: ({ site }) => site.id }),
      metrics: t.stringList({ length: { most: 50 }, resolve: ({ event }) => [...event.metrics] }),
      neverEnding: t.boolean({ resolve: ({ event }) => event.neverEnding }),
      dateBegin: t.field({
        type: 'Timestamp',
        nullable: true,
        description: "The first instant of its first date, on the site's clock.",
        resolve: ({ event, site }) => (event.dateBegin === null ? null : toFirstInstant(event.dateBegin, site)),
      }),
      dateEnd: t.field({
        type: 'Timestamp',
        nullable: true,
        description: "The last instant of its last date, on the site's clock.",
        resolve: ({ event, site }) => (event.dateEnd === null ? null : toLastInstant(event.dateEnd, site)),
      }),
      stopngo: t.field({
        type: stopngo,
        nullable: true,
        resolve: ({ event }) => (event.stopngoLimit === null ? null : { limit: event.stopngoLimit }),
      }),
    }),
  });
}

function registerTagTypes(builder: Builder) {
  const tag = builder.objectRef<SiteTag>('Tag').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('name'),
      categoryId: t.exposeInt('categoryId'),
      parentId: t.exposeInt('parentId', {
        nullable: true,
        description: 'The tag of the same category that it is part of, such as the country of a region.',
      }),
      organizationId: t.exposeInt('organizationId'),
    }),
  });
  const tagCategory = builder.objectRef<SiteTagCategory>('TagCategory').implement({
    fields: (t) => ({
      id: t.exposeInt('id'),
      name: t.exposeString('name'),
      organizationId: t.exposeInt('organizationId'),
      tags: t.field({ type: [tag], length: { of: 'tags' }, resolve: ({ tags }) => [...tags] }),
    }),
  });
  return { tag, tagCategory };
}
