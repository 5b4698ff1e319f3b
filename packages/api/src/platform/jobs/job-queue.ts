import type { Instant } from '@atrium/domain/core';
import {
  and,
  eq,
  getTableColumns,
  getTableName,
  gt,
  inArray,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Database } from '../relational/relational-store.ts';

/** A job claimed by a process. The claim is valid while the job is unfinished and `attempts` is unchanged. */
export interface ClaimedJob {
  readonly id: number;
  /** Including the current one. */
  readonly attempts: number;
  /** Null: no organization. */
  readonly organizationId: number | null;
}

/** Table of a module whose rows are jobs. */
export type JobTable = PgTable & { readonly $inferSelect: ClaimedJob } & Readonly<
    Record<'id' | 'attempts' | 'organizationId', AnyPgColumn>
  >;

/** Maps the rows of a module's own table to jobs. */
export interface JobQueueDefinition<Table extends JobTable, Job extends ClaimedJob> {
  readonly table: Table;
  /** Column with the time from which an unfinished job may be claimed: the end of its lease, or of a delay. Null: now. */
  readonly dueAt: keyof Table['$inferSelect'] & string;
  /** Rows that are unfinished jobs. */
  readonly isUnfinished: SQL | undefined;
  readonly toJob: (row: Table['$inferSelect']) => Job;
  /** Additional fields that a claim sets. */
  readonly onClaim?: (now: Instant) => PgUpdateSetSource<Table>;
  /** Runs at most one job of an organization at a time, among the rows that a claim is restricted to. */
  readonly isOnePerOrganization?: boolean;
}

export interface ClaimOptions {
  readonly now: Instant;
  /** End of the lease. */
  readonly until: Instant;
  readonly limit: number;
  /**
   * Organization that had the previous turn. 0: jobs without an organization had it. -1: there was no previous turn.
   */
  readonly lastTurn?: number;
  /** Restricts the claim to some rows. */
  readonly where?: SQL | undefined;
}

/** Counts of a group of jobs, such as those in one state. */
export interface JobCount<Group> {
  readonly group: Group;
  readonly count: number;
  /** Null: the group has no time. */
  readonly oldest: Instant | null;
}

/**
 * Defines the queue of a table, which is then opened with a database or a transaction. Any number of processes may
 * claim from it. The module owns the table and its states; the queue owns attempts and due time.
 */
export const defineJobQueue =
  <Table extends JobTable, Job extends ClaimedJob>(definition: JobQueueDefinition<Table, Job>) =>
  (db: Database): JobQueue<Table, Job> =>
    openJobQueue(db, definition);

export type JobQueue<Table extends JobTable, Job extends ClaimedJob> = ReturnType<typeof openJobQueue<Table, Job>>;

function openJobQueue<Table extends JobTable, Job extends ClaimedJob>(
  db: Database,
  definition: JobQueueDefinition<Table, Job>,
) {
  const { table, dueAt, isUnfinished, toJob } = definition;
  const rows: PgTable = table;

  /** Updates a claimed job. Returns false, without a change, if the claim is not valid any more. */
  async function update(job: ClaimedJob, fields: PgUpdateSetSource<Table>): Promise<boolean> {
    const changed = await db
      .update(rows)
      .set(fields)
      .where(and(eq(table.id, job.id), eq(table.attempts, job.attempts), isUnfinished))
      .returning({ id: table.id });
    return changed.length > 0;
  }

  return {
    /** Inserts a job in the transaction. Null, without a change, if one with the same `unique` columns exists. */
    async enqueue(values: Table['$inferInsert'], unique: readonly AnyPgColumn[]): Promise<Job | null> {
      const [row] = await db
        .insert(table)
        .values(values)
        .onConflictDoNothing({ target: [...unique] })
        .returning();
      return row === undefined ? null : toJob(row as Table['$inferSelect']);
    },

    /**
     * Claims due jobs until `until`, in claim order. Organizations take turns: first one job of each, beginning after the
     * one that had the last turn. Other processes skip these jobs until then, and claim them again afterwards.
     */
    claim: (options: ClaimOptions): Promise<readonly Job[]> =>
      db.transaction((transaction) => claim(transaction, definition, options)),

    update,

    /** Extends the lease, or ends it at that time. Returns false, without a change, if the claim is not valid any more. */
    holdUntil: (job: ClaimedJob, until: Instant, fields?: PgUpdateSetSource<Table>): Promise<boolean> =>
      update(job, { ...fields, [dueAt]: new Date(until) } as PgUpdateSetSource<Table>),

    /**
     * Ends the leases of jobs that were claimed and whose time ends until then, so that they can be claimed at once. Only
     * for a process that is known to be the only one: the claims are those of a process that was killed.
     */
    async releaseClaims(now: Instant, until: Instant, where?: SQL): Promise<void> {
      const due = getTableColumns(table)[dueAt] as AnyPgColumn;
      await db
        .update(rows)
        .set({ [dueAt]: new Date(now) } as PgUpdateSetSource<Table>)
        .where(and(isUnfinished, gt(table.attempts, 0), gt(due, new Date(now)), lte(due, new Date(until)), where));
    },

    /** Counts unfinished jobs, and others that `also` includes, by a column. `since` is the time to find the oldest. */
    async countBy<Column extends AnyPgColumn>(
      column: Column,
      since: AnyPgColumn,
      also?: SQL,
      within?: SQL,
    ): Promise<readonly JobCount<Column['_']['data']>[]> {
      const oldest = sql<number | null>`floor(extract(epoch from min(${since}))::float8 * 1000)`;
      const counted = await db
        .select({ group: column, count: sql<number>`count(*)::int`, oldest })
        .from(rows)
        .where(and(or(isUnfinished, also), within))
        .groupBy(column);
      return counted as never;
    },
  };
}

async function claim<Table extends JobTable, Job extends ClaimedJob>(
  transaction: Database,
  { table, dueAt, isUnfinished, toJob, onClaim, isOnePerOrganization = false }: JobQueueDefinition<Table, Job>,
  { now, until, limit, lastTurn = -1, where }: ClaimOptions,
): Promise<readonly Job[]> {
  const at = new Date(now);
  const due = getTableColumns(table)[dueAt] as AnyPgColumn;
  const rows: PgTable = table;
  const owner = sql<number>`coalesce(${table.organizationId}, 0)`;
  // Serializes claims: two concurrent ones would both see that an organization has no running job.
  if (isOnePerOrganization)
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${getTableName(table)}, 0))`);
  const running = transaction
    .select({ owner })
    .from(rows)
    .where(and(isUnfinished, gt(due, at), where));
  const isDue = and(
    isUnfinished,
    or(isNull(due), lte(due, at)),
    isOnePerOrganization ? notInArray(owner, running) : undefined,
    where,
  );
  // Jobs never attempted come before retries, so that failing jobs delay no others.
  const place = sql<number>`row_number() over (partition by ${owner} order by ${due} nulls first, ${table.id})`;
  const places = transaction
    .select({ id: table.id, place: place.as('place') })
    .from(rows)
    .where(isDue)
    .as('places');
  const next = await transaction
    .select({ id: table.id })
    .from(rows)
    .innerJoin(places, eq(places.id, table.id))
    .where(and(isDue, isOnePerOrganization ? eq(places.place, 1) : undefined))
    .orderBy(places.place, sql`${owner} <= ${lastTurn}`, owner)
    .limit(limit)
    .for('update', { of: rows, skipLocked: true });
  if (next.length === 0) return [];
  const ids = next.map(({ id }) => id as number);
  const claimed = (await transaction
    .update(rows)
    .set({ ...onClaim?.(now), attempts: sql`${table.attempts} + 1`, [dueAt]: new Date(until) })
    .where(inArray(table.id, ids))
    .returning()) as unknown as readonly Table['$inferSelect'][];
  return claimed.map(toJob).toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}
