import type { CorrectionKind } from '@atrium/domain/numbers/readings';
import { doublePrecision, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../../people/access/access.schema.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';
import { devices, installations } from '../../sites/sites.schema.ts';

const instant = () => timestamp({ withTimezone: true }).notNull();

/** Corrections of stored readings, applied whenever readings are read. The readings themselves stay as sent. */
export const readingCorrections = pgTable(
  'reading_corrections',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Site whose readings of the device are corrected. The device may have moved since. */
    installationId: integer()
      .notNull()
      .references(() => installations.id, { onDelete: 'cascade' }),
    deviceId: integer()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    kind: text().$type<CorrectionKind>().notNull(),
    /** Null: all metrics of the device. */
    metrics: text().array().$type<readonly string[]>(),
    /** Seconds of a shift, factor of a scale, value set, or first level of a new meter. */
    amount: doublePrecision(),
    /** Last level of a former meter. */
    lastLevel: doublePrecision(),
    /** Descriptors of the reading whose value is set, or of the register of a new meter. */
    descriptors: text(),
    /** The correction applies to readings that begin from then … */
    begins: instant(),
    /** … until then, exclusive. */
    ends: instant(),
    reason: text().notNull(),
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant(),
  },
  (table) => [index().on(table.organizationId, table.installationId, table.begins)],
);
