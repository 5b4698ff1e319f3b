import type { AccountType, OtpContact, Rights, Theme, TokenScope } from '@atrium/domain/people/access';
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
import { organizations } from '../../platform/tenancy/organizations.schema.ts';

/** Purpose of a one-time code. A code is valid for its purpose only. */
export type CodePurpose = 'sign-in' | 'verify-email' | 'verify-phone' | 'invitation';

/** Purpose of a single-use link. */
export type TokenPurpose = 'password-reset' | 'unsubscribe';

export const profiles = pgTable(
  'profiles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** Every leaf is present: defaults are set when a profile is written, never when it is read. */
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
     * Stored in lower case. A verified address is unique, and its owner signs in with it. Unverified accounts, such as
     * pending invitations, may share it.
     */
    email: text().notNull(),
    /** Requested new address. It has no effect until its code is entered. */
    pendingEmail: text(),
    /** argon2id. Null until the invitation is accepted. */
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
    /** Sees the whole installation under Settings › System. Only the command line sets it. */
    isOperator: boolean().notNull().default(false),
    theme: text().$type<Theme>().notNull().default('system'),
    timezone: text(),
    dateFormat: text().notNull().default('DD/MM/YYYY'),
    /** Sites the user is limited to. Null: all sites of the organization. Follows from `siteChoice` if there is one. */
    installationIds: integer().array(),
    /** Tags whose sites the user sees, besides sites chosen one by one. Null: `installationIds` was chosen itself. */
    siteChoice: jsonb().$type<{ readonly tagIds: readonly number[]; readonly installationIds: readonly number[] }>(),
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
  /** Absolute: renewals do not extend it. */
  expiresAt: timestamp({ withTimezone: true }).notNull(),
  revokedAt: timestamp({ withTimezone: true }),
  /** Number and time of token renewals. Renewing an older token again means that it was copied. */
  renewals: integer().notNull().default(0),
  renewedAt: timestamp({ withTimezone: true }),
  /** Whether a one-time code was entered besides the password. Only such a session may trust its browser. */
  secondFactor: boolean().notNull().default(false),
  /** SHA-256 of the device cookie of the browser that opened it. Null: the browser sent none. */
  deviceHash: text(),
  /** Administrator who views the product as the session's user. */
  viewedByUserId: integer().references(() => users.id, { onDelete: 'cascade' }),
  /** The administrator's session that opened this one. When it ends, this session ends too. */
  openedFrom: uuid().references((): AnyPgColumn => sessions.id, { onDelete: 'cascade' }),
});

/** Sign-ins with a correct password that wait for their one-time code. */
export const pendingSignIns = pgTable('pending_sign_ins', {
  /** SHA-256 of the token that is submitted with the code. */
  tokenHash: text().primaryKey(),
  userId: integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  expiresAt: timestamp({ withTimezone: true }).notNull(),
  /** Hash of the browser's device cookie, as in sessions. */
  deviceHash: text(),
});

/** Browsers in which a user completed a sign-in. Their attempts are counted apart from unknown browsers'. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the device cookie. */
    deviceHash: text().notNull(),
    /** Time of the last sign-in. */
    seenAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);

/** Browsers registered for push notifications. */
export const pushBrowsers = pgTable(
  'push_browsers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Endpoint of its push service. */
    endpoint: text().notNull(),
    /** Public key and secret of the browser, base64url. Messages are encrypted for it. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [uniqueIndex().on(table.endpoint), index().on(table.userId)],
);

/** Browsers that skip the one-time code. */
export const trustedBrowsers = pgTable(
  'trusted_browsers',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the device cookie. */
    deviceHash: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);

/** Identities of users at identity providers. Issuer and subject are the key, because an address can change hands. */
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

/** Unsubscriptions from reports, by address, because a recipient needs no account. */
export const reportUnsubscriptions = pgTable(
  'report_unsubscriptions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    reportId: integer().notNull(),
    /** In lower case. */
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

/** Tokens of other programs: keys of gateways, tills and networks of devices, and tokens that read. */
export const ingestKeys = pgTable('ingest_keys', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  organizationId: integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** Limits the key to one site, with which it is erased. Null: several sites, or all of the organization. */
  installationId: integer(),
  /** Limits the key to these sites. Null: one site, or all of the organization. */
  installationIds: integer().array(),
  /** Person a personal token acts as, with their sites. Null: a program of the organization. */
  ownerUserId: integer().references(() => users.id, { onDelete: 'cascade' }),
  /** What the key may do, its purpose first. */
  scopes: text().array().$type<TokenScope[]>().notNull(),
  name: text().notNull(),
  /** Public part of the key, used in MQTT topics. */
  publicId: text().notNull().unique(),
  /** SHA-256 of the secret. */
  secretHash: text().notNull(),
  /** SHA-256 of the secret before the last renewal, and until when it works. */
  previousHash: text(),
  previousUntil: timestamp({ withTimezone: true }),
  createdAt: timestamp({ withTimezone: true }).notNull(),
  /** Days that each secret works. Null: it never expires. */
  lifetimeDays: integer(),
  expiresAt: timestamp({ withTimezone: true }),
  /** Last recorded use, at most a minute older than the last one, and its IP address. Null: none is known. */
  lastUsedAt: timestamp({ withTimezone: true }),
  lastUsedFrom: text(),
  revokedAt: timestamp({ withTimezone: true }),
});

/** Latest one-time code per user and purpose. A new code replaces it. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text().$type<CodePurpose>().notNull(),
    /** Contact that the code was sent to, and that a correct code verifies. */
    contact: text().$type<OtpContact>().notNull(),
    destination: text().notNull(),
    /** Keyed hash: a plain hash of six digits is easy to brute-force. */
    codeHash: text().notNull(),
    issuedAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.userId, table.purpose] })],
);

/** Failed code attempts per user since the last correct code, for all purposes together. */
export const codeTries = pgTable('code_tries', {
  userId: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  tries: integer().notNull(),
  /** Time of the first attempt. */
  since: timestamp({ withTimezone: true }).notNull(),
});

/** Single-use links, such as those of password resets. */
export const singleUseTokens = pgTable(
  'single_use_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    purpose: text().$type<TokenPurpose>().notNull(),
    /** SHA-256 of the token in the link. */
    tokenHash: text().notNull().unique(),
    /** Account the link belongs to. Null: none. */
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    details: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
    usedAt: timestamp({ withTimezone: true }),
  },
  (table) => [index().on(table.userId)],
);
