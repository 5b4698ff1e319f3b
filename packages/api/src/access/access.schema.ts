import type { AccountType, OtpContact, Rights, Theme } from '@atrium/domain/access';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { organizations } from '../platform/tenancy/organizations.schema.ts';

/** What a one-time code is asked for; a code for one purpose is nothing for another. */
export type CodePurpose = 'sign-in' | 'verify-email' | 'verify-phone' | 'invitation';

/** What a link with a token does, once. */
export type TokenPurpose = 'password-reset' | 'unsubscribe';

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

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    profileId: integer()
      .notNull()
      .references(() => profiles.id),
    /**
     * Lower-cased when written. Whoever proved an address is the only one with it, and signs in by it; others may merely
     * claim it, such as somebody whose invitation waits.
     */
    email: text().notNull(),
    /** The address to come: it is nothing until a code sent there is typed. */
    pendingEmail: text(),
    /** argon2id; null until the invitation is accepted. */
    passwordHash: text(),
    role: text().$type<AccountType>().notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    phone: text(),
    picture: text(),
    isEmailVerified: boolean().notNull().default(false),
    isPhoneVerified: boolean().notNull().default(false),
    otpContact: text().$type<OtpContact>(),
    language: text().notNull().default('fr'),
    theme: text().$type<Theme>().notNull().default('system'),
    timezone: text(),
    dateFormat: text().notNull().default('DD/MM/YYYY'),
    /** The sites this person is limited to; null means all of the organization's. */
    installationIds: integer().array(),
    customLinks: jsonb()
      .$type<{ text: string; url: string; iconSrc: string | null; openOutside: boolean }[]>()
      .notNull()
      .default([]),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_proven_email').on(table.email).where(sql`${table.isEmailVerified}`),
    index().on(table.email),
  ],
);

export const sessions = pgTable('sessions', {
  id: uuid().primaryKey().defaultRandom(),
  userId: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  /** Absolute: no renewal reaches past it. */
  expiresAt: timestamp({ withTimezone: true }).notNull(),
  revokedAt: timestamp({ withTimezone: true }),
  /** How often its token was renewed, and when last: an older token that is renewed again was copied. */
  renewals: integer().notNull().default(0),
  renewedAt: timestamp({ withTimezone: true }),
  /** Opened with a one-time code besides the password: only such a session may have its browser trusted. */
  secondFactor: boolean().notNull().default(false),
  /** SHA-256 of what the browser that opened it keeps in its cookie; null: it told nothing. */
  deviceHash: text(),
  /** The administrator who looks at the product as the session's person. */
  viewedByUserId: integer().references(() => users.id, { onDelete: 'cascade' }),
  /** Of theirs, the session this one was opened from and ends with. */
  openedFrom: uuid().references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
});

/** Signing in halfway: the password was right, the one-time code is awaited. */
export const pendingSignIns = pgTable('pending_sign_ins', {
  /** SHA-256 of the token that the code is handed in with. */
  tokenHash: text().primaryKey(),
  userId: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
  /** Of the browser it began in, as sessions have it. */
  deviceHash: text(),
});

/** Browsers in which a person signed in, from the password to the end. Their tries are counted apart from strangers'. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of what the browser keeps in its cookie. */
    deviceHash: text().notNull(),
    /** Of the last sign-in. */
    seenAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);

/** Browsers that somebody lets notify them. */
export const pushBrowsers = pgTable(
  'push_browsers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Where its push service takes messages for it. */
    endpoint: text().notNull(),
    /** The browser's public key and secret, base64url: what is sent is for it alone. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex().on(table.endpoint), index().on(table.userId)],
);

/** Browsers whose person is not asked for a one-time code. */
export const trustedBrowsers = pgTable(
  'trusted_browsers',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of what the browser keeps in its cookie. */
    deviceHash: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);

/** Who somebody is at an identity provider. Issuer and subject are the key: an address at a provider can change hands. */
export const externalIdentities = pgTable(
  'external_identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), uniqueIndex().on(table.userId, table.issuer)],
);

/** Who wants no more mails of which report. Kept by address: a recipient need not have an account. */
export const reportUnsubscriptions = pgTable(
  'report_unsubscriptions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    reportId: integer().notNull(),
    /** Lower-cased. */
    email: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.reportId, table.email)],
);

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

/** What ingest keys are for: what gateways send of devices, what tills rang up, what devices send in their makers' formats. */
export const keyPurposes = ['readings', 'receipts', 'devices'] as const;

export type KeyPurpose = (typeof keyPurposes)[number];

/** What a sensor gateway signs its readings with, or a till its receipts. */
export const ingestKeys = pgTable('ingest_keys', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  organizationId: integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** Limits the key to the devices of one site; null means all of the organization's. */
  installationId: integer(),
  purpose: text().$type<KeyPurpose>().notNull().default('readings'),
  name: text().notNull(),
  /** The public half, named in MQTT topics. */
  publicId: text().notNull().unique(),
  /** SHA-256 of the secret. */
  secretHash: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  revokedAt: timestamp({ withTimezone: true }),
});

/** The code a person was last sent for one purpose; a newer one takes its place. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<CodePurpose>().notNull(),
    /** Where it went: what a right answer proves its person can read. */
    contact: text().$type<OtpContact>().notNull(),
    destination: text().notNull(),
    /** Keyed: the six digits of a plain hash would be found in a moment. */
    codeHash: text().notNull(),
    issuedAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.purpose] })],
);

/** Tries at the codes of a person since the last right one, of all purposes together. */
export const codeTries = pgTable('code_tries', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tries: integer().notNull(),
  /** Of the first of them. */
  since: timestamp({ withTimezone: true }).notNull(),
});

/** Links that work once, such as those of password resets. */
export const singleUseTokens = pgTable(
  'single_use_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    purpose: text().$type<TokenPurpose>().notNull(),
    /** SHA-256 of the token in the link. */
    tokenHash: text().notNull().unique(),
    /** The account it is for, where it is for one. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    details: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.userId)],
);
