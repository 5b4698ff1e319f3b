import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Tasks of the installation whose results operators read later. */
export const runKinds = ['backup', 'rehearsal', 'expiredRows'] as const;

export type RunKind = (typeof runKinds)[number];

/** Ended runs of these tasks, successful or not. They belong to no organization. */
export const operationRuns = pgTable(
  'operation_runs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<RunKind>().notNull(),
    begunAt: timestamp({ withTimezone: true }).notNull(),
    endedAt: timestamp({ withTimezone: true }).notNull(),
    /** Why it failed, in one sentence. Null: it succeeded. */
    problem: text(),
    /** Result in numbers: new bytes of a backup, or deleted rows by table. */
    amounts: jsonb().$type<Readonly<Record<string, number>>>().notNull().default({}),
  },
  (table) => [index().on(table.kind, table.begunAt)],
);
