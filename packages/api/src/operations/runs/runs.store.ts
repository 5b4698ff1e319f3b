import type { Instant } from '@atrium/domain/core';
import { and, desc, eq, gte, isNull, lt } from 'drizzle-orm';
import { type ExpiringRows, expireRows } from '../../platform/relational/expiring-rows.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { operationRuns, type RunKind } from './runs.schema.ts';

export interface Run {
  readonly begun: Instant;
  readonly ended: Instant;
  /** Why it failed. Null: it succeeded. */
  readonly problem: string | null;
  /** Result in numbers: new bytes of a backup, or deleted rows by table. */
  readonly amounts: Readonly<Record<string, number>>;
}

/** Maximum number of runs that one answer has. A failing backup is repeated every half hour. */
const maxRuns = 1000;

/** Runs of the installation's own tasks. */
export function runsStore(db: Database) {
  const toRun = (row: typeof operationRuns.$inferSelect): Run => ({
    begun: row.begunAt.getTime(),
    ended: row.endedAt.getTime(),
    problem: row.problem,
    amounts: row.amounts,
  });
  return {
    async record(kind: RunKind, { begun, ended, problem, amounts }: Run): Promise<void> {
      const values = { kind, begunAt: new Date(begun), endedAt: new Date(ended), problem, amounts };
      await db.insert(operationRuns).values(values);
    },

    /** Returns the runs that began since then, newest first, at most 1000. */
    async listSince(kind: RunKind, since: Instant): Promise<readonly Run[]> {
      const rows = await db
        .select()
        .from(operationRuns)
        .where(and(eq(operationRuns.kind, kind), gte(operationRuns.begunAt, new Date(since))))
        .orderBy(desc(operationRuns.begunAt))
        .limit(maxRuns);
      return rows.map(toRun);
    },

    /** Returns the newest run, or the newest successful one. Null: none is recorded. */
    async findLast(kind: RunKind, { succeeded = false } = {}): Promise<Run | null> {
      const [row] = await db
        .select()
        .from(operationRuns)
        .where(and(eq(operationRuns.kind, kind), succeeded ? isNull(operationRuns.problem) : undefined))
        .orderBy(desc(operationRuns.begunAt))
        .limit(1);
      return row === undefined ? null : toRun(row);
    },
  };
}

/** Old runs. The last night shown is two weeks old. */
export const expiringRuns = (db: Database): ExpiringRows =>
  expireRows(db, operationRuns, (before) => lt(operationRuns.endedAt, before));
