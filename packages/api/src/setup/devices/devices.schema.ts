import type { DialectId, FieldMap, Packet, PacketMarkKind } from '@atrium/domain/setup/devices';
import { bigint, boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import type { FormerDevice } from './former-device.ts';

const instant = () => timestamp({ withTimezone: true });
const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** Devices that send in a maker's format, installed or not. */
export const deviceSenders = pgTable(
  'device_senders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    serial: text().notNull(),
    /** The site whose ingest key the device sends with. Null for a key of the organization. */
    installationId: integer(),
    /** Null: its packets are not understood. */
    dialect: text().$type<DialectId>(),
    name: text(),
    model: text(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** Number and bytes of the stored packets. */
    packets: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    /** Number of packets received again unchanged. */
    repeats: integer().notNull().default(0),
    /** % */
    battery: integer(),
    /** dBm */
    signal: integer(),
    firmware: text(),
    marks: jsonb().$type<readonly PacketMarkKind[]>().notNull(),
    swapped: boolean().notNull().default(false),
    isPlaced: boolean().notNull().default(false),
    /** True while a placed device has older packets that are not counted yet. */
    toReplay: boolean().notNull().default(false),
    /** The devices as they were before the last placement, to undo it. */
    former: jsonb().$type<readonly FormerDevice[]>(),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.serial)],
);

export interface PacketContents {
  /** Null: not understood. */
  readonly packet: Packet | null;
}

export const devicePackets = pgTable(
  'device_packets',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    senderId: integer()
      .notNull()
      .references(() => deviceSenders.id, { onDelete: 'cascade' }),
    receivedAt: instant().notNull(),
    /** The time the packet is about. */
    at: instant().notNull(),
    body: text().notNull(),
    /** The sender's parsed packet. Null until the body is read in this form. */
    contents: jsonb().$type<PacketContents>(),
    bytes: integer().notNull(),
    digest: text().notNull(),
  },
  (table) => [
    uniqueIndex().on(table.senderId, table.digest),
    index().on(table.senderId, table.at),
    index().on(table.receivedAt),
  ],
);

export const fieldMaps = pgTable(
  'field_maps',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    map: jsonb().$type<FieldMap>().notNull(),
  },
  (table) => [index().on(table.organizationId)],
);
