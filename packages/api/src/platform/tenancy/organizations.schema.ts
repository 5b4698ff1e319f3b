import type { DatedBand, MeterFactor } from '@atrium/domain/measurements';
import { integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Instants are stored with their zone and read as dates; names are what people see and may change. */
export const organizations = pgTable('organizations', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
  address: text(),
  logo: text(),
  migrationDeadline: timestamp({ withTimezone: true }),
  /** Metric id → colour, and the accent under `accent`. */
  colours: jsonb().$type<Record<string, string>>().notNull().default({}),
  /** What units of energy and water are worth, where it differs from the defaults. */
  factors: jsonb().$type<readonly MeterFactor[]>().notNull().default([]),
  /** From where to where air is good, where it differs from the defaults. */
  bands: jsonb().$type<readonly DatedBand[]>().notNull().default([]),
  /** Origins (scheme, host, port) whose pages may be shown in a frame. */
  embedOrigins: jsonb().$type<readonly string[]>().notNull().default([]),
  /** Days for which single readings are kept, whole days by UTC; null: for ever. Rollups stay. */
  keepReadings: integer(),
  /** Since when nobody is led through the first steps any more, whether or not they are done. */
  firstStepsHiddenAt: timestamp({ withTimezone: true }),
  /** How often the key that its jobs are signed with was renewed. */
  jobKeyGeneration: integer().notNull().default(0),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
