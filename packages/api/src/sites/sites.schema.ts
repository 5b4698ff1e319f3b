import type { Device, OpeningHours, Tariff } from '@atrium/domain/sites';
import {
  type AnyPgColumn,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import type { MemberState } from './stored/site-state.ts';

const instant = () => timestamp({ withTimezone: true });
const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

export const installations = pgTable(
  'installations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    /** Key in site files and on the command line; it stays when the display name changes. */
    key: text().notNull(),
    name: text().notNull(),
    address: text(),
    city: text(),
    country: text(),
    timezone: text().notNull(),
    changeOfDay: text().notNull().default('00:00'),
    openingHours: jsonb().$type<OpeningHours>().notNull(),
    closedDates: text().array().notNull().default([]),
    area: doublePrecision(),
    currency: text(),
    tariffs: jsonb().$type<readonly Tariff[]>().notNull().default([]),
    shopId: text(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    creationDate: instant().notNull(),
    /** Incremented by every change below the site. Caches and planners compare it. */
    version: integer().notNull().default(1),
    /** Soft delete: the readings stay, but the site is hidden. */
    removedAt: instant(),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.key)],
);

const installationId = () =>
  integer()
    .notNull()
    .references(() => installations.id, { onDelete: 'cascade' });

export const zones = pgTable(
  'zones',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    installationId: installationId(),
    key: text().notNull(),
    name: text().notNull(),
    area: doublePrecision(),
    limit: integer(),
    queueLength: doublePrecision(),
    order: integer().notNull(),
    isDisabled: boolean().notNull().default(false),
    /** Soft delete: history and alert logs still refer to it. */
    removedAt: instant(),
  },
  (table) => [uniqueIndex().on(table.installationId, table.key)],
);

export const zoneParents = pgTable(
  'zone_parents',
  {
    zoneId: integer()
      .notNull()
      .references(() => zones.id, { onDelete: 'cascade' }),
    parentId: integer()
      .notNull()
      .references((): AnyPgColumn => zones.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.zoneId, table.parentId] })],
);

export const passages = pgTable(
  'passages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    installationId: installationId(),
    key: text().notNull(),
    name: text().notNull(),
    order: integer().notNull(),
    footfallOf: integer().references(() => zones.id),
    removedAt: instant(),
  },
  (table) => [uniqueIndex().on(table.installationId, table.key)],
);

/** The zones a passage joins, by period. Null is the outside. */
export const passageEnds = pgTable('passage_ends', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  passageId: integer()
    .notNull()
    .references(() => passages.id, { onDelete: 'cascade' }),
  fromZoneId: integer().references(() => zones.id),
  toZoneId: integer().references(() => zones.id),
  validFrom: instant(),
  validTo: instant(),
});

export const devices = pgTable(
  'devices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    installationId: installationId(),
    serial: text().notNull(),
    name: text().notNull(),
    kind: text().$type<'pad' | 'atmosphere' | 'meter' | 'camera'>().notNull(),
    interval: integer().notNull(),
    reportsZero: boolean().notNull().default(true),
    meter: jsonb().$type<NonNullable<Device['meter']>>(),
    /** What a virtual device is made of; null for a device that sends readings. */
    members: jsonb().$type<readonly MemberState[]>(),
    installedAt: instant().notNull(),
    removedAt: instant(),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.serial)],
);

export const devicePlacements = pgTable('device_placements', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  deviceId: integer()
    .notNull()
    .references(() => devices.id, { onDelete: 'cascade' }),
  passageId: integer().references(() => passages.id, { onDelete: 'cascade' }),
  zoneId: integer().references(() => zones.id, { onDelete: 'cascade' }),
  validFrom: instant(),
  validTo: instant(),
});

export const tagCategories = pgTable(
  'tag_categories',
  { id: integer().primaryKey().generatedAlwaysAsIdentity(), organizationId: organizationId(), name: text().notNull() },
  (table) => [uniqueIndex().on(table.organizationId, table.name)],
);

export const tags = pgTable(
  'tags',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    categoryId: integer()
      .notNull()
      .references(() => tagCategories.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The tag of the same category that this one is part of, such as the country of a region. */
    parentId: integer().references((): AnyPgColumn => tags.id, { onDelete: 'set null' }),
  },
  (table) => [uniqueIndex().on(table.categoryId, table.name)],
);

export const zoneTags = pgTable(
  'zone_tags',
  {
    zoneId: integer()
      .notNull()
      .references(() => zones.id, { onDelete: 'cascade' }),
    tagId: integer()
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.zoneId, table.tagId] })],
);

/** Tags of whole sites: their regions and brands. A site has at most one tag of each category. */
export const installationTags = pgTable(
  'installation_tags',
  {
    installationId: installationId(),
    tagId: integer()
      .notNull()
      .references(() => tags.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.installationId, table.tagId] })],
);

export const events = pgTable(
  'events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    installationId: installationId(),
    name: text().notNull(),
    neverEnding: boolean().notNull().default(false),
    /** Local dates, both inclusive. Both null for a never-ending event. */
    dateBegin: text(),
    dateEnd: text(),
    metrics: text().array().notNull(),
    stopngoLimit: integer(),
    /** Soft delete: alerts, reports and screens still refer to it. */
    removedAt: instant(),
  },
  (table) => [uniqueIndex().on(table.installationId, table.name)],
);
