import { counterKinds, deviceKinds, tariffKinds } from '@atrium/domain/sites';
import type { Builder } from '../../../platform/graphql/builder.ts';
import { getEnumType } from '../../../platform/graphql/structures.ts';

/** Registers the input types of a site's declaration. */
export function registerDeclarationInput(builder: Builder) {
  const required = { required: true } as const;
  const hours = builder.inputType('DeclaredHoursInput', {
    fields: (t) => ({ day: t.int(required), hours: t.stringList(required) }),
  });
  const tariff = builder.inputType('DeclaredTariffInput', {
    fields: (t) => ({
      kind: t.field({ type: getEnumType(builder, 'TariffKind', tariffKinds), ...required }),
      validFrom: t.string(),
      validTo: t.string(),
      price: t.float(required),
      lowPrice: t.float(),
      lowHours: t.field({ type: [hours], required: true }),
      standingPerDay: t.float(),
      standingPerMonth: t.float(),
    }),
  });
  const zone = builder.inputType('DeclaredZoneInput', {
    fields: (t) => ({
      key: t.string(required),
      name: t.string(required),
      area: t.float(),
      limit: t.int(),
      queueLength: t.float(),
      disabled: t.boolean(required),
      tags: t.stringList(required),
      parents: t.stringList(required),
      removedAt: t.string(),
    }),
  });
  const event = builder.inputType('DeclaredEventInput', {
    fields: (t) => ({
      name: t.string(required),
      neverEnding: t.boolean(required),
      dateBegin: t.string(),
      dateEnd: t.string(),
      metrics: t.stringList(required),
      limit: t.int(),
      removedAt: t.string(),
    }),
  });
  const passage = registerPassageInput(builder);
  const device = registerDeviceInput(builder);
  return builder.inputType('SiteDeclarationInput', {
    fields: (t) => ({
      key: t.string(required),
      name: t.string(required),
      address: t.string(),
      city: t.string(),
      country: t.string(),
      timezone: t.string(required),
      changeOfDay: t.string(required),
      openingHours: t.field({ type: [hours], required: true }),
      startsAnew: t.boolean(required),
      closedDates: t.stringList(required),
      area: t.float(),
      currency: t.string(),
      tariffs: t.field({ type: [tariff] }),
      shopId: t.string(),
      latitude: t.float(),
      longitude: t.float(),
      creationDate: t.string(),
      zones: t.field({ type: [zone], required: true }),
      passages: t.field({ type: [passage], required: true }),
      devices: t.field({ type: [device], required: true }),
      events: t.field({ type: [event], required: true }),
    }),
  });
}

function registerPassageInput(builder: Builder) {
  const required = { required: true } as const;
  const ends = builder.inputType('DeclaredEndsInput', {
    fields: (t) => ({ from: t.string(required), to: t.string(required), validFrom: t.string(), validTo: t.string() }),
  });
  return builder.inputType('DeclaredPassageInput', {
    fields: (t) => ({
      key: t.string(required),
      name: t.string(required),
      footfallOf: t.string(),
      ends: t.field({ type: [ends], required: true }),
      removedAt: t.string(),
    }),
  });
}

function registerDeviceInput(builder: Builder) {
  const required = { required: true } as const;
  const placement = builder.inputType('DeclaredPlacementInput', {
    fields: (t) => ({
      installation: t.string(),
      passage: t.string(),
      zone: t.string(),
      validFrom: t.string(),
      validTo: t.string(),
    }),
  });
  const member = builder.inputType('DeclaredMemberInput', {
    fields: (t) => ({
      serial: t.string(required),
      factor: t.float(required),
      validFrom: t.string(),
      validTo: t.string(),
    }),
  });
  return builder.inputType('DeclaredDeviceInput', {
    fields: (t) => ({
      serial: t.string(required),
      name: t.string(required),
      kind: t.field({ type: getEnumType(builder, 'DeviceKind', deviceKinds), ...required }),
      interval: t.int(required),
      reportsZero: t.boolean(required),
      metric: t.string(),
      origin: t.string(),
      destination: t.string(),
      use: t.string(),
      type: t.string(),
      temperature: t.string(),
      rollover: t.float(),
      sends: t.field({ type: getEnumType(builder, 'CounterKind', counterKinds) }),
      main: t.boolean(),
      installedAt: t.string(),
      removedAt: t.string(),
      placements: t.field({ type: [placement], required: true }),
      members: t.field({ type: [member], description: 'Left out, a virtual device keeps its own.' }),
    }),
  });
}
