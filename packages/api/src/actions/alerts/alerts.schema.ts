import type { AlertCondition, AlertLogMetric, AlertState, Phase, Severity } from '@atrium/domain/actions/alerts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '../../people/access/access.schema.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { devices, events, installations, passages, zones } from '../../sites/sites.schema.ts';
import type {
  AlertEvent,
  firingEndings,
  notSentReasons,
  PlacedAlertEvent,
  transitionEffects,
  transitionKinds,
} from './alert-event.ts';
import type { ActionType } from './definitions/alert.ts';

const instant = () => timestamp({ withTimezone: true });
const organizationId = () =>
  integer()
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** An alert at one site. */
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
    /**
     * Email addresses and phone numbers notified besides the recipient lists. Each was verified when the alert was
     * saved.
     */
    emails: text().array().notNull().default([]),
    phones: text().array().notNull().default([]),
    /** No notifications are sent before this time. Null: not muted. */
    mutedUntil: instant(),
    mutedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    muteReason: text(),
    createdAt: instant().notNull(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /**
     * Incremented with every change of the rule, so that a state of an earlier rule is never used for the current one.
     */
    revision: integer().notNull().default(1),
  },
  (table) => [index().on(table.organizationId, table.name), index().on(table.installationId)],
);

/** One per alert so far. The specification gives conditions ids of their own. */
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

/** A notification method of an alert: one notification of the form. */
export const alertActions = pgTable(
  'alert_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    alertId: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    type: text().$type<ActionType>().notNull(),
    /** Subject and content, with the placeholders {alert}, {site}, {zone}, {value}, {limit} and {since}. */
    msgTitle: text().notNull(),
    msgContent: text().notNull(),
    /** Jobs only: the URL to call. */
    recipients: text().array().notNull().default([]),
    order: integer().notNull(),
  },
  (table) => [index().on(table.alertId)],
);

/** A recipient list shared by alerts. */
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

/** State of an alert at each of its places, between observations. */
export const alertStates = pgTable(
  'alert_states',
  {
    alertId: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    /** `toPlaceKey` of the domain. */
    place: text().notNull(),
    /** Revision of the alert that produced this state. */
    revision: integer().notNull(),
    state: jsonb().$type<AlertState>().notNull(),
    /**
     * Earlier states, some hours apart, oldest first. Late readings are evaluated from the newest state before them.
     */
    checkpoints: jsonb().$type<readonly AlertState[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.alertId, table.place] })],
);

/** History of an alert at a place: phase changes, reminders, and corrections by late readings. */
export const alertTransitions = pgTable(
  'alert_transitions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: organizationId(),
    alertId: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    place: text().notNull(),
    kind: text().$type<(typeof transitionKinds)[number]>().notNull(),
    at: instant().notNull(),
    from: text().$type<Phase>(),
    to: text().$type<Phase>(),
    /** In the metric's unit. Null: caused by time or missing data. */
    value: jsonb().$type<number>(),
    effect: text().$type<(typeof transitionEffects)[number]>(),
    /** When the engine detected it. */
    seenAt: instant().notNull(),
    /** The log entry it belongs to. */
    logId: integer().references(() => alertLog.id, { onDelete: 'cascade' }),
    /** Corrections only: times of the log entry before and after. Null: the entry did not exist then. */
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

/**
 * One message to one recipient about an alert, or the reason why none was sent. Its delivery status is in the outbox.
 */
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
    about: text().$type<AlertEvent['about']>().notNull(),
    recipient: text().notNull(),
    /** Members only. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    at: instant().notNull(),
    /** Id of the action when the message was written. The action may be gone by now. */
    actionId: integer(),
    /** Key of its outbox message. Null: none was sent. */
    dedupeKey: text(),
    /** Why no message was sent. */
    notSent: text().$type<(typeof notSentReasons)[number]>(),
    /** Event the message reports. Null: no message was sent. */
    news: jsonb().$type<PlacedAlertEvent>(),
  },
  (table) => [
    index().on(table.logId),
    uniqueIndex().on(table.logId, table.channel, table.about, table.recipient, table.at, table.actionId),
    index().on(table.dedupeKey),
  ],
);

/** One firing of an alert: from when its condition was met until it no longer was. */
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
    /** Not a foreign key: log entries outlive their alert. */
    alertId: integer().notNull(),
    /** Type of the alert's condition when it fired. */
    conditionType: text().notNull(),
    /** Severity of the alert. It follows the alert while the firing is open. */
    severity: text().$type<Severity>().notNull().default('warning'),
    metrics: jsonb().$type<readonly AlertLogMetric[]>().notNull(),
    dateBegin: instant().notNull(),
    /** Null: still firing. */
    dateEnd: instant(),
    zoneId: integer().references(() => zones.id, { onDelete: 'set null' }),
    passageId: integer().references(() => passages.id, { onDelete: 'set null' }),
    deviceId: integer().references(() => devices.id, { onDelete: 'set null' }),
    message: text(),
    /** `toPlaceKey` of the domain for entries by the engine. Null: entered by hand. */
    place: text(),
    endedBy: text().$type<(typeof firingEndings)[number]>(),
    acknowledgedAt: instant(),
    acknowledgedBy: integer().references(() => users.id, { onDelete: 'set null' }),
    acknowledgement: text(),
  },
  (table) => [
    index().on(table.organizationId, table.dateBegin),
    // An alert fires at most once at a place and a moment, even if the entry is written twice.
    uniqueIndex().on(table.alertId, table.installationId, table.zoneId, table.dateBegin),
    uniqueIndex().on(table.alertId, table.place, table.dateBegin),
    index('alert_logs_open_index').on(table.alertId).where(sql`${table.dateEnd} is null`),
  ],
);
