import type { DialectId, FieldMap, MarkKind, Packet } from '@atrium/domain/devices';
import { bigint, boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import type { FormerDevice } from './former-device.ts';

const instant = () => timestamp({ withTimezone: true });
const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** A device that sends in a format of its maker, whether it hangs somewhere yet or not. */
export const deviceSenders = pgTable(
  'device_senders',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    serial: text().notNull(),
    /** The one site whose key it sends with; null: a key of the organization's. */
    installationId: integer(),
    /** null: what it sends is not understood. */
    dialect: text().$type<DialectId>(),
    name: text(),
    model: text(),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
    /** Kept, and their bytes. */
    packets: integer().notNull().default(0),
    bytes: integer().notNull().default(0),
    /** Packets that came again as they were. */
    repeats: integer().notNull().default(0),
    /** % */
    battery: integer(),
    /** dBm */
    signal: integer(),
    firmware: text(),
    marks: jsonb().$type<readonly MarkKind[]>().notNull(),
    swapped: boolean().notNull().default(false),
    isPlaced: boolean().notNull().default(false),
    /** Placed, with packets from before that are still to be counted. */
    toReplay: boolean().notNull().default(false),
    /** What devices were before this one was placed. */
    former: jsonb().$type<readonly FormerDevice[]>(),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.serial)],
);

export interface PacketContents {
  /** null: not understood. */
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
    /** The time it is about. */
    at: instant().notNull(),
    body: text().notNull(),
    /** What the sender said in it, as it was read last; null: nobody has read it in this form yet. */
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
