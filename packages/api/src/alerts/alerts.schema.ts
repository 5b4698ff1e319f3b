import type { AlertCondition, AlertLogMetric, AlertState, Phase } from '@atrium/domain/alerts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../access/access.schema.ts';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { devices, events, installations, passages, zones } from '../sites/sites.schema.ts';
import type { ActionType } from './definitions/alert.ts';
import type { endings, News, reasonsNotSent, stepEffects, stepKinds, ToldNews } from './news.ts';

const instant = () => timestamp({ withTimezone: true });
const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** What somebody wants to be told of, at one site. */
export const alerts = pgTable(
  'alerts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    installationId: integer()
      .notNull()
      .references(() => installations.id, { onDelete: 'cascade' }),
    eventId: integer().references(() => events.id, { onDelete: 'set null' }),
    name: text().notNull(),
    enabled: boolean().notNull().default(true),
    /** Emails and phone numbers that are told besides the lists; each verified when it was saved. */
    emails: text().array().notNull().default([]),
    phones: text().array().notNull().default([]),
    /** Nobody is told before then; null: not muted. */
    mutedUntil: instant(),
    mutedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    muteReason: text(),
    createdAt: instant().notNull(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Rises with every change of what is judged, so that a state of the rule before it is never taken for the present one. */
    revision: integer().notNull().default(1),
  },
  (table) => [index().on(table.organizationId, table.name), index().on(table.installationId)],
);

/** One to an alert so far: the specification tells conditions with ids of their own. */
export const alertConditions = pgTable(
  'alert_conditions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    alertId: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    condition: jsonb().$type<AlertCondition>().notNull(),
  },
  (table) => [uniqueIndex().on(table.alertId)],
);

/** A way people are told: one notification of the form. */
export const alertActions = pgTable(
  'alert_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    alertId: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    type: text().$type<ActionType>().notNull(),
    /** Subject and content, in which {alert}, {site}, {zone}, {value}, {limit}, {since} are filled in. */
    msgTitle: text().notNull(),
    msgContent: text().notNull(),
    /** Of a job: the address that is called. */
    recipients: text().array().notNull().default([]),
    order: integer().notNull(),
  },
  (table) => [index().on(table.alertId)],
);

/** A list of recipients that alerts share. */
export const alertPlannings = pgTable(
  'alert_plannings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    name: text().notNull(),
    phones: text().array().notNull().default([]),
    emails: text().array().notNull().default([]),
    userIds: integer().array().notNull().default([]),
  },
  (table) => [uniqueIndex().on(table.organizationId, table.name)],
);

export const alertPlanningLinks = pgTable(
  'alert_planning_links',
  {
    alertId: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    planningId: integer()
      .notNull()
      .references(() => alertPlannings.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.planningId] })],
);

/** Where an alert stands at each of its places, between observations. */
export const alertStates = pgTable(
  'alert_states',
  {
    alertId: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    /** `placeKey` of the domain. */
    place: text().notNull(),
    /** The alert's revision that was judged by. */
    revision: integer().notNull(),
    state: jsonb().$type<AlertState>().notNull(),
    /** Where it stood some hours apart, oldest first: readings that come late are judged from the one before them. */
    checkpoints: jsonb().$type<readonly AlertState[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.place] })],
);

/** What happened to an alert at a place: its changes of phase, reminders, and corrections by readings that came late. */
export const alertTransitions = pgTable(
  'alert_transitions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    alertId: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    place: text().notNull(),
    kind: text().$type<(typeof stepKinds)[number]>().notNull(),
    at: instant().notNull(),
    from: text().$type<Phase>(),
    to: text().$type<Phase>(),
    /** In the metric's unit; null: time or silence brought it about. */
    value: jsonb().$type<number>(),
    effect: text().$type<(typeof stepEffects)[number]>(),
    /** When the engine found it. */
    seenAt: instant().notNull(),
    /** The entry of the log it belongs to. */
    logId: integer().references(() => alertLog.id, { onDelete: 'cascade' }),
    /** Of a correction: what the entry said before, and says now; null where there was, or is, none. */
    before: jsonb().$type<LogTimes>(),
    after: jsonb().$type<LogTimes>(),
  },
  (table) => [index().on(table.alertId, table.at)],
);

export interface LogTimes {
  /** ms since 1970. */
  readonly begin: number;
  readonly end: number | null;
}

/** One message to one recipient about an alert, or why there was none. What became of it is in the outbox. */
export const alertNotifications = pgTable(
  'alert_notifications',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    alertId: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    logId: integer()
      .notNull()
      .references(() => alertLog.id, { onDelete: 'cascade' }),
    channel: text().$type<ActionType>().notNull(),
    about: text().$type<News['about']>().notNull(),
    recipient: text().notNull(),
    /** Of a member. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    at: instant().notNull(),
    /** Of the alert as it was then. */
    actionId: integer(),
    /** The key of its outbox message; null: none was sent. */
    dedupeKey: text(),
    /** Why nobody was told. */
    notSent: text().$type<(typeof reasonsNotSent)[number]>(),
    /** What was told; null: nothing was. */
    news: jsonb().$type<ToldNews>(),
  },
  (table) => [
    index().on(table.logId),
    uniqueIndex().on(table.logId, table.channel, table.about, table.recipient, table.at, table.actionId),
    index().on(table.dedupeKey),
  ],
);

/** One time an alert fired: from when its condition held until it no longer did. */
export const alertLog = pgTable(
  'alert_logs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    installationId: integer()
      .notNull()
      .references(() => installations.id, { onDelete: 'cascade' }),
    /** A plain number: entries outlive the alert. */
    alertId: integer().notNull(),
    /** As the alert's condition was called when it fired. */
    conditionType: text().notNull(),
    metrics: jsonb().$type<readonly AlertLogMetric[]>().notNull(),
    dateBegin: instant().notNull(),
    /** null: it still holds. */
    dateEnd: instant(),
    zoneId: integer().references(() => zones.id, { onDelete: 'set null' }),
    passageId: integer().references(() => passages.id, { onDelete: 'set null' }),
    deviceId: integer().references(() => devices.id, { onDelete: 'set null' }),
    message: text(),
    /** `placeKey` of the domain for what the engine wrote; null: written by hand. */
    place: text(),
    endedBy: text().$type<(typeof endings)[number]>(),
    acknowledgedAt: instant(),
    acknowledgedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    acknowledgement: text(),
  },
  (table) => [
    index().on(table.organizationId, table.dateBegin),
    // An alert fires once at a place at a moment, however often that is written down.
    uniqueIndex().on(table.alertId, table.installationId, table.zoneId, table.dateBegin),
    uniqueIndex().on(table.alertId, table.place, table.dateBegin),
    index('alert_logs_open_index').on(table.alertId).where(sql`${table.dateEnd} is null`),
  ],
);
