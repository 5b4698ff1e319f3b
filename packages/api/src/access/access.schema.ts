import type { Rights } from '@atrium/domain/access';
import { boolean, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { organizations } from '../organisation/organisation.schema.ts';

export const profiles = pgTable(
  'profiles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Every leaf present: absence is decided when a profile is written, never when it is read. */
    rights: jsonb().$type<Rights>().notNull(),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.name)],
);

export const users = pgTable('users', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  organizationId: integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  profileId: integer()
    .notNull()
    .references(() => profiles.id),
  /** Lower-cased when written: one person, one account. */
  email: text().notNull().unique(),
  /** argon2id; null until the invitation is accepted. */
  passwordHash: text(),
  role: text().$type<'admin' | 'user'>().notNull(),
  firstName: text().notNull().default(''),
  lastName: text().notNull().default(''),
  phone: text(),
  picture: text(),
  isEmailVerified: boolean().notNull().default(false),
  isPhoneVerified: boolean().notNull().default(false),
  otpContact: text().$type<'email' | 'phone'>(),
  language: text().notNull().default('fr'),
  theme: text().$type<'light' | 'dark' | 'system'>().notNull().default('system'),
  timezone: text(),
  dateFormat: text().notNull().default('DD/MM/YYYY'),
  /** The sites this person is limited to; null means all of the organization's. */
  installationIds: integer().array(),
  customLinks: jsonb()
    .$type<{ text: string; url: string; iconSrc: string | null; openOutside: boolean }[]>()
    .notNull()
    .default([]),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey().defaultRandom(),
  userId: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  /** Absolute: no renewal reaches past it. */
  expiresAt: timestamp({ withTimezone: true }).notNull(),
  revokedAt: timestamp({ withTimezone: true }),
});

export const invitations = pgTable('invitations', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  organizationId: integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  userId: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** SHA-256 of the token in the link. */
  tokenHash: text().notNull().unique(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
  acceptedAt: timestamp({ withTimezone: true }),
});

/** What a sensor gateway signs its readings with. */
export const ingestKeys = pgTable('ingest_keys', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  organizationId: integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** Limits the key to the devices of one site; null means all of the organization's. */
  installationId: integer(),
  name: text().notNull(),
  /** The public half, named in MQTT topics. */
  publicId: text().notNull().unique(),
  /** SHA-256 of the secret. */
  secretHash: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  revokedAt: timestamp({ withTimezone: true }),
});
