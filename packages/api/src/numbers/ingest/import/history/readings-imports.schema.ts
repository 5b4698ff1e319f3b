import { boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../../../../people/access/access.schema.ts';
import { organizations } from '../../../../platform/tenancy/organizations.schema.ts';

const instant = () => timestamp({ withTimezone: true });

/** Site with the instants of the first and last reading (ms, `to` exclusive). */
export interface ImportedSpan {
  readonly installation: number;
  readonly from: number;
  readonly to: number;
}

/** Imported files of readings. Readings name the import that wrote them. */
export const readingsImports = pgTable(
  'readings_imports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    organizationId: integer()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Null: a command, or a former user. */
    userId: integer().references(() => users.id, { onDelete: 'set null' }),
    at: instant().notNull(),
    fileName: text().notNull(),
    /** Readings that were new … */
    added: integer().notNull().default(0),
    /** … and those that replaced others. */
    replaced: integer().notNull().default(0),
    installationIds: integer().array().notNull().default([]),
    /** Null: running, or interrupted. */
    endedAt: instant(),
    undoneAt: instant(),
    undoneBy: integer().references(() => users.id, { onDelete: 'set null' }),
    undoneReason: text(),
    /** Readings that do not count since it was undone. */
    undoneSpans: jsonb().$type<readonly ImportedSpan[]>(),
    /** Whether the readings that it replaced count again. */
    isRestored: boolean().notNull().default(false),
  },
  (table) => [index().on(table.organizationId, table.at)],
);
