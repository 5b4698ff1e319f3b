import type { FiscalYear, Weekday } from '@atrium/domain/core';
import type { DatedBand, MeterFactor } from '@atrium/domain/numbers';
import { integer, jsonb, pgTable, smallint, text, timestamp } from 'drizzle-orm/pg-core';

/** Instants are stored with time zone and read as dates; names are what users see and may change. */
export const organizations = pgTable('organizations', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  name: text().notNull().unique(),
  address: text(),
  logo: text(),
  migrationDeadline: timestamp({ withTimezone: true }),
  /** Metric id → colour, and the accent under `accent`. */
  colours: jsonb().$type<Record<string, string>>().notNull().default({}),
  /** Conversion factors for units of energy and water, where they differ from the defaults. */
  factors: jsonb().$type<readonly MeterFactor[]>().notNull().default([]),
  /** Ranges of good air quality, where they differ from the defaults. */
  bands: jsonb().$type<readonly DatedBand[]>().notNull().default([]),
  /** First day of the week: 1 = Monday … 7 = Sunday. */
  firstWeekday: smallint().$type<Weekday>().notNull().default(1),
  /** Null: the calendar year. */
  fiscalYear: jsonb().$type<FiscalYear>(),
  /** Origins (scheme, host, port) whose pages may be shown in a frame. */
  embedOrigins: jsonb().$type<readonly string[]>().notNull().default([]),
  /** Retention of single readings in whole UTC days; null keeps them forever. Rollups are kept. */
  keepReadings: integer(),
  /** Time since which the first-steps guide is hidden, finished or not. */
  firstStepsHiddenAt: timestamp({ withTimezone: true }),
  /** Number of renewals of the key that signs its jobs. */
  jobKeyGeneration: integer().notNull().default(0),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
