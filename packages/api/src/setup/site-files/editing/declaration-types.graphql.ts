import type {
  DayHours,
  DeclaredDevice,
  DeclaredEnds,
  DeclaredEvent,
  DeclaredMember,
  DeclaredPassage,
  DeclaredPlacement,
  DeclaredTariff,
  DeclaredZone,
  SiteDeclaration,
} from '@atrium/domain/setup/site-files';
import { counterKinds, deviceKinds, maxMembers, tariffKinds } from '@atrium/domain/sites';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';

/** Periods of one door or device: doors are rebuilt and devices moved a few times in their lives. */
const maxPeriods = 20;

/** Registers the output types of a site's declaration. */
export function registerDeclarationTypes(builder: Builder) {
  const hours = builder.objectRef<DayHours>('DeclaredHours').implement({
    description: 'The hours of one weekday, 1 is Monday, each as 08:00-19:00.',
    fields: (t) => ({
      day: t.exposeInt('day'),
      hours: t.stringList({ length: { most: 4 }, resolve: (day) => [...day.hours] }),
    }),
  });
  const zone = builder.objectRef<DeclaredZone>('DeclaredZone').implement({
    fields: (t) => ({
      key: t.exposeString('key'),
      name: t.exposeString('name'),
      area: t.exposeFloat('area', { nullable: true, description: 'm²' }),
      limit: t.exposeInt('limit', { nullable: true, description: 'People.' }),
      queueLength: t.exposeFloat('queueLength', { nullable: true, description: 'm' }),
      disabled: t.exposeBoolean('disabled'),
      tags: t.stringList({ length: { ofZone: 'tags' }, description: 'category/tag', resolve: ({ tags }) => [...tags] }),
      parents: t.stringList({ length: { most: 8 }, resolve: ({ parents }) => [...parents] }),
      removedAt: t.exposeString('removedAt', { nullable: true }),
    }),
  });
  const event = builder.objectRef<DeclaredEvent>('DeclaredEvent').implement({
    fields: (t) => ({
      name: t.exposeString('name'),
      neverEnding: t.exposeBoolean('neverEnding'),
      dateBegin: t.exposeString('dateBegin', { nullable: true }),
      dateEnd: t.exposeString('dateEnd', { nullable: true }),
      metrics: t.stringList({ length: { most: 50 }, resolve: ({ metrics }) => [...metrics] }),
      limit: t.exposeInt('limit', { nullable: true, description: 'People.' }),
      removedAt: t.exposeString('removedAt', { nullable: true }),
    }),
  });
  const tariff = builder.objectRef<DeclaredTariff>('DeclaredTariff').implement({
    description: "Prices of one kind of energy or water in a period, in the site's currency.",
    fields: (t) => ({
      kind: t.expose('kind', { type: getEnumType(builder, 'TariffKind', tariffKinds) }),
      validFrom: t.exposeString('validFrom', { nullable: true, description: 'The first local date.' }),
      validTo: t.exposeString('validTo', { nullable: true, description: 'The local date at whose midnight it ends.' }),
      price: t.exposeFloat('price', { description: 'For one kWh or m³.' }),
      lowPrice: t.exposeFloat('lowPrice', { nullable: true, description: 'In the low hours.' }),
      lowHours: t.field({ type: [hours], length: { most: 7 }, resolve: ({ lowHours }) => [...lowHours] }),
      standingPerDay: t.exposeFloat('standingPerDay', { nullable: true }),
      standingPerMonth: t.exposeFloat('standingPerMonth', { nullable: true }),
    }),
  });
  const passage = registerPassage(builder);
  const device = registerDevice(builder);
  return builder.objectRef<SiteDeclaration>('SiteDeclaration').implement({
    description: 'One site as a site file declares it. Moments are dates (local midnights) or instants.',
    fields: (t) => ({
      key: t.exposeString('key'),
      name: t.exposeString('name'),
      address: t.exposeString('address', { nullable: true }),
      city: t.exposeString('city', { nullable: true }),
      country: t.exposeString('country', { nullable: true }),
      timezone: t.exposeString('timezone'),
      changeOfDay: t.exposeString('changeOfDay'),
      openingHours: t.field({
        type: [hours],
        length: { most: 7 },
        description: 'None means always open.',
        resolve: ({ openingHours }) => [...openingHours],
      }),
      startsAnew: t.exposeBoolean('startsAnew', { description: 'Whether the count inside starts anew at opening.' }),
      closedDates: t.stringList({ length: { most: 400 }, resolve: ({ closedDates }) => [...closedDates] }),
      area: t.exposeFloat('area', { nullable: true, description: 'm²' }),
      currency: t.exposeString('currency', { nullable: true }),
      tariffs: t.field({ type: [tariff], length: { most: 20 }, resolve: ({ tariffs }) => [...tariffs] }),
      shopId: t.exposeString('shopId', { nullable: true }),
      latitude: t.exposeFloat('latitude', { nullable: true }),
      longitude: t.exposeFloat('longitude', { nullable: true }),
      creationDate: t.exposeString('creationDate', { nullable: true }),
      zones: t.field({ type: [zone], length: { ofSite: 'zones' }, resolve: ({ zones }) => [...zones] }),
      passages: t.field({ type: [passage], length: { ofSite: 'passages' }, resolve: ({ passages }) => [...passages] }),
      devices: t.field({ type: [device], length: { ofSite: 'devices' }, resolve: ({ devices }) => [...devices] }),
      events: t.field({ type: [event], length: { ofSite: 'events' }, resolve: ({ events }) => [...events] }),
    }),
  });
}

function registerPassage(builder: Builder) {
  const ends = builder.objectRef<DeclaredEnds>('DeclaredEnds').implement({
    description: 'What a passage joins in a period: keys of zones, or outside.',
    fields: (t) => ({
      from: t.exposeString('from'),
      to: t.exposeString('to'),
      validFrom: t.exposeString('validFrom', { nullable: true }),
      validTo: t.exposeString('validTo', { nullable: true }),
    }),
  });
  return builder.objectRef<DeclaredPassage>('DeclaredPassage').implement({
    fields: (t) => ({
      key: t.exposeString('key'),
      name: t.exposeString('name'),
      footfallOf: t.exposeString('footfallOf', { nullable: true }),
      ends: t.field({ type: [ends], length: { most: maxPeriods }, resolve: (one) => [...one.ends] }),
      removedAt: t.exposeString('removedAt', { nullable: true }),
    }),
  });
}

function registerDevice(builder: Builder) {
  const placement = builder.objectRef<DeclaredPlacement>('DeclaredPlacement').implement({
    fields: (t) => ({
      installation: t.exposeString('installation', { nullable: true, description: 'Another site than this one.' }),
      passage: t.exposeString('passage', { nullable: true }),
      zone: t.exposeString('zone', { nullable: true }),
      validFrom: t.exposeString('validFrom', { nullable: true }),
      validTo: t.exposeString('validTo', { nullable: true }),
    }),
  });
  const member = builder.objectRef<DeclaredMember>('DeclaredMember').implement({
    description: 'A device that a virtual one adds, multiplied by the factor.',
    fields: (t) => ({
      serial: t.exposeString('serial'),
      factor: t.exposeFloat('factor', { description: 'A negative one subtracts.' }),
      validFrom: t.exposeString('validFrom', { nullable: true }),
      validTo: t.exposeString('validTo', { nullable: true }),
    }),
  });
  return builder.objectRef<DeclaredDevice>('DeclaredDevice').implement({
    fields: (t) => ({
      serial: t.exposeString('serial'),
      name: t.exposeString('name'),
      kind: t.expose('kind', { type: getEnumType(builder, 'DeviceKind', deviceKinds) }),
      interval: t.exposeInt('interval', { description: 's' }),
      reportsZero: t.exposeBoolean('reportsZero'),
      metric: t.exposeString('metric', { nullable: true, description: 'Of a meter, as what follows.' }),
      origin: t.exposeString('origin', { nullable: true }),
      destination: t.exposeString('destination', { nullable: true }),
      use: t.exposeString('use', { nullable: true }),
      type: t.exposeString('type', { nullable: true }),
      temperature: t.exposeString('temperature', { nullable: true }),
      rollover: t.exposeFloat('rollover', { nullable: true }),
      sends: t.expose('sends', {
        type: getEnumType(builder, 'CounterKind', counterKinds),
        nullable: true,
        description: 'What its readings are that do not state their kind. Null: its register.',
      }),
      main: t.exposeBoolean('main', {
        nullable: true,
        description: 'Whether it counts all that other meters of its metric in its zone count.',
      }),
      installedAt: t.exposeString('installedAt', { nullable: true }),
      removedAt: t.exposeString('removedAt', { nullable: true }),
      placements: t.field({ type: [placement], length: { most: maxPeriods }, resolve: (one) => [...one.placements] }),
      members: t.field({
        type: [member],
        length: { most: maxMembers },
        description: 'What a virtual device is made of. None: it sends its own readings.',
        resolve: (one) => [...one.members],
      }),
    }),
  });
}
