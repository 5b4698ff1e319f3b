import type { Instant, OrganizationId } from '@atrium/domain/core';
import { and, asc, eq, gt, isNull, lt, lte } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../relational/relational-store.ts';

interface Scheduled {
  readonly id: number;
  /** Next slot. Null: off. */
  readonly nextAt: Instant | null;
}

/** Table of a module whose rows store their next slot, so that slots missed during downtime are found. */
type ScheduleTable = PgTable &
  Readonly<Record<'id' | 'organizationId' | 'enabled' | 'nextAt' | 'removedAt', AnyPgColumn>>;

/** Rows per transaction. */
const batchSize = 50;

/**
 * Defines the schedule of a table. Any number of processes may plan it: locked rows are skipped. The key of each job
 * contains its slot, so a slot gets only one job.
 */
export const defineSchedule =
  <Table extends ScheduleTable, Item extends Scheduled>(table: Table, toItem: (row: Table['$inferSelect']) => Item) =>
  (db: Database) => {
    const rows: PgTable = table;
    const setNext = (transaction: Database, itemId: number, nextAt: Instant | null) =>
      transaction
        .update(rows)
        .set({ nextAt: nextAt === null ? null : new Date(nextAt) })
        .where(eq(table.id, itemId));

    return {
      /**
       * Plans a batch of items with a due slot in one transaction. `plan` enqueues the job and returns the next slot, or
       * null. Returns the number of items.
       */
      planDue: (now: Instant, plan: (transaction: Database, item: Item) => Promise<Instant | null>): Promise<number> =>
        db.transaction(async (transaction) => {
          const due = await transaction
            .select()
            .from(rows)
            .where(and(isNull(table.removedAt), eq(table.enabled, true), lte(table.nextAt, new Date(now))))
            .orderBy(asc(table.nextAt))
            .limit(batchSize)
            .for('update', { skipLocked: true });
          for (const item of due.map(toItem)) await setNext(transaction, item.id, await plan(transaction, item));
          return due.length;
        }),

      /**
       * Recomputes next slots of an organization after its sites changed, because their time zones may have. Slots already
       * due stay for `planDue`.
       */
      async replan(
        organizationId: OrganizationId,
        now: Instant,
        findNext: (item: Item) => Promise<Instant | null>,
      ): Promise<void> {
        const ahead = await db
          .select()
          .from(rows)
          .where(
            and(eq(table.organizationId, organizationId), isNull(table.removedAt), gt(table.nextAt, new Date(now))),
          );
        for (const item of ahead.map(toItem)) {
          const nextAt = await findNext(item);
          if (nextAt !== item.nextAt) await setNext(db, item.id, nextAt);
        }
      },

      /** Deletes items removed before that moment. */
      async deleteRemoved(before: Instant): Promise<void> {
        await db.delete(rows).where(lt(table.removedAt, new Date(before)));
      },
    };
  };
