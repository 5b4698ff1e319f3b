import type { AlertLogMetric } from '@atrium/domain/alerts';
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { devices, installations, passages, zones } from '../sites/sites.schema.ts';

const instant = () => timestamp({ withTimezone: true });

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
  },
  (table) => [
    index().on(table.organizationId, table.dateBegin),
    // An alert fires once at a place at a moment, however often that is written down.
    uniqueIndex().on(table.alertId, table.installationId, table.zoneId, table.dateBegin),
  ],
);
