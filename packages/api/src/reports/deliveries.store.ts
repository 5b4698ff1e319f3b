import { type Instant, id, type OrganizationId, type UserId } from '@atrium/domain/core';
import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { type Database, orderByTurn } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import type { DeliveryProblem, StoredDelivery, ToldRecipient } from './delivery.ts';
import { reportDeliveries } from './reports.schema.ts';

type NewDelivery = Omit<StoredDelivery, 'id' | 'organizationId' | 'state' | 'problem' | 'attempts' | 'recipients'>;

export function deliveriesStore(db: Database) {
  const isOf = ({ organizationId }: Scope, reportId: number) =>
    and(eq(reportDeliveries.organizationId, organizationId), eq(reportDeliveries.reportId, reportId));

  return {
    /** Returns the new id, or null if the report's slot already has a delivery. */
    async insert(scope: Pick<Scope, 'organizationId'>, { at, ...delivery }: NewDelivery): Promise<number | null> {
      const [row] = await db
        .insert(reportDeliveries)
        .values({ ...delivery, organizationId: scope.organizationId, at: new Date(at) })
        .onConflictDoNothing({ target: [reportDeliveries.reportId, reportDeliveries.slot] })
        .returning({ id: reportDeliveries.id });
      return row?.id ?? null;
    },

    countOf: (scope: Scope, reportId: number): Promise<number> => db.$count(reportDeliveries, isOf(scope, reportId)),

    /**
     * Returns a page of a report's deliveries, newest first, older than `before`. The caller must have access to the
     * report.
     */
    async page(
      scope: Scope,
      reportId: number,
      size: number,
      before: number | null,
    ): Promise<readonly StoredDelivery[]> {
      const rows = await db
        .select()
        .from(reportDeliveries)
        .where(and(isOf(scope, reportId), before === null ? undefined : lt(reportDeliveries.id, before)))
        .orderBy(desc(reportDeliveries.id))
        .limit(size);
      return rows.map(toDelivery);
    },

    /** Counts a user's tests and one-time reports since then. */
    countAskedBy: (userId: UserId, since: Instant): Promise<number> =>
      db.$count(
        reportDeliveries,
        and(
          eq(reportDeliveries.askedBy, userId),
          sql`${reportDeliveries.at} > ${new Date(since).toISOString()}::timestamptz`,
        ),
      ),
  };
}

/** A delivery claimed by a process. The claim is valid while `attempts` is unchanged. */
export type ClaimedDelivery = Pick<StoredDelivery, 'id' | 'attempts'>;

/** Deliveries of all organizations, for the sender. Never for a signed-in caller. */
export function pendingDeliveriesStore(db: Database) {
  const isOwn = ({ id: deliveryId, attempts }: ClaimedDelivery) =>
    and(
      eq(reportDeliveries.id, deliveryId),
      eq(reportDeliveries.attempts, attempts),
      eq(reportDeliveries.state, 'underWay'),
    );
  const change = async (making: ClaimedDelivery, fields: Partial<typeof reportDeliveries.$inferInsert>) => {
    const rows = await db
      .update(reportDeliveries)
      .set(fields)
      .where(isOwn(making))
      .returning({ id: reportDeliveries.id });
    return rows.length > 0;
  };

  return {
    /**
     * Claims the oldest unclaimed delivery of the next organization in turn, until `until`. Null: there is none. `last`
     * is the organization that had the previous turn.
     */
    claim(now: Instant, until: Instant, last: OrganizationId | null = null): Promise<StoredDelivery | null> {
      return db.transaction(async (transaction) => {
        const isFree = or(isNull(reportDeliveries.leaseUntil), lt(reportDeliveries.leaseUntil, new Date(now)));
        const [next] = await transaction
          .select({ id: reportDeliveries.id })
          .from(reportDeliveries)
          .where(and(eq(reportDeliveries.state, 'underWay'), isFree))
          .orderBy(...orderByTurn(reportDeliveries.organizationId, last), reportDeliveries.id)
          .limit(1)
          .for('update', { skipLocked: true });
        if (next === undefined) return null;
        const [row] = await transaction
          .update(reportDeliveries)
          .set({ attempts: sql`${reportDeliveries.attempts} + 1`, leaseUntil: new Date(until) })
          .where(eq(reportDeliveries.id, next.id))
          .returning();
        return row === undefined ? null : toDelivery(row);
      });
    },

    /** Returns false if the delivery is over or claimed by another process. */
    finish: (making: ClaimedDelivery, recipients: readonly ToldRecipient[]) =>
      change(making, { state: 'sent', recipients, leaseUntil: null }),

    fail: (making: ClaimedDelivery, problem: DeliveryProblem, recipients: readonly ToldRecipient[] = []) =>
      change(making, { state: 'failed', problem, recipients, leaseUntil: null }),

    /** Sets the end of the lease, so that another process can retry then. */
    giveBack: (making: ClaimedDelivery, at: Instant) => change(making, { leaseUntil: new Date(at) }),

    /** Counts pending deliveries and those that failed since then, with the due time of the oldest pending one. */
    async backlog(failedSince: Instant): Promise<{ waiting: number; failed: number; oldestWaiting: Instant | null }> {
      const { state, at } = reportDeliveries;
      const isWaiting = sql`${state} = 'underWay'`;
      const since = new Date(failedSince).toISOString();
      const [row] = await db
        .select({
          waiting: sql<number>`(count(*) filter (where ${isWaiting}))::int`,
          failed: sql<number>`(count(*) filter (where ${state} = 'failed'))::int`,
          oldestWaiting: sql<number | null>`extract(epoch from min(${at}) filter (where ${isWaiting}))::float8 * 1000`,
        })
        .from(reportDeliveries)
        .where(or(isWaiting, sql`${state} = 'failed' and ${at} >= ${since}::timestamptz`));
      if (row === undefined) throw new Error('a count has one row');
      return row;
    },

    /** Deletes older deliveries and returns them. */
    async forget(before: Instant): Promise<readonly { readonly id: number; readonly organizationId: number }[]> {
      return db
        .delete(reportDeliveries)
        .where(lt(reportDeliveries.at, new Date(before)))
        .returning({ id: reportDeliveries.id, organizationId: reportDeliveries.organizationId });
    },

    /** Returns deliveries from between `after` and `before`, whose files have expired. */
    async over(
      before: Instant,
      after: Instant,
    ): Promise<readonly { readonly id: number; readonly organizationId: number }[]> {
      const { id: deliveryId, organizationId, at } = reportDeliveries;
      return db
        .select({ id: deliveryId, organizationId })
        .from(reportDeliveries)
        .where(and(lt(at, new Date(before)), sql`${at} >= ${new Date(after).toISOString()}::timestamptz`));
    },
  };
}

function toDelivery({ leaseUntil: _, ...row }: typeof reportDeliveries.$inferSelect): StoredDelivery {
  return {
    ...row,
    organizationId: id<OrganizationId>(row.organizationId),
    askedBy: row.askedBy === null ? null : id<UserId>(row.askedBy),
    at: row.at.getTime(),
  };
}
