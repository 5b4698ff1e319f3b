import { type Instant, id, type OrganizationId, type UserId } from '@atrium/domain/core';
import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { type ClaimedJob, defineJobQueue } from '../../platform/jobs/job-queue.ts';
import { type ExpiringRows, expireRows } from '../../platform/relational/expiring-rows.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { DeliveryProblem, DeliveryRecipient, StoredDelivery } from './delivery.ts';
import { reportDeliveries } from './reports.schema.ts';

type NewDelivery = Omit<StoredDelivery, 'id' | 'organizationId' | 'state' | 'problem' | 'attempts' | 'recipients'>;

export function deliveriesStore(db: Database) {
  const isOf = ({ organizationId }: Scope, reportId: number) =>
    and(eq(reportDeliveries.organizationId, organizationId), eq(reportDeliveries.reportId, reportId));

  return {
    /** Returns the new id, or null if the report's slot already has a delivery. */
    async insert(scope: Pick<Scope, 'organizationId'>, { at, ...delivery }: NewDelivery): Promise<number | null> {
      const job = await deliveryQueue(db).enqueue(
        { ...delivery, organizationId: scope.organizationId, at: new Date(at) },
        [reportDeliveries.reportId, reportDeliveries.slot],
      );
      return job?.id ?? null;
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

/** Deliveries as jobs. */
export const deliveryQueue = defineJobQueue({
  table: reportDeliveries,
  dueAt: 'leaseUntil',
  isUnfinished: eq(reportDeliveries.state, 'underWay'),
  toJob: toDelivery,
});

/** Deliveries of all organizations, for the sender. Never for a signed-in caller. */
export function pendingDeliveriesStore(db: Database) {
  const queue = deliveryQueue(db);

  return {
    /** Returns false if the delivery is over or claimed by another process. */
    finish: (job: ClaimedJob, recipients: readonly DeliveryRecipient[]) =>
      queue.update(job, { state: 'sent', recipients, leaseUntil: null }),

    fail: (job: ClaimedJob, problem: DeliveryProblem, recipients: readonly DeliveryRecipient[] = []) =>
      queue.update(job, { state: 'failed', problem, recipients, leaseUntil: null }),

    /** Counts pending deliveries and those that failed since then, with the due time of the oldest. */
    async countByState(failedSince: Instant, organizationId?: OrganizationId) {
      const { state, at } = reportDeliveries;
      const counts = await queue.countBy(
        state,
        at,
        and(eq(state, 'failed'), gte(at, new Date(failedSince))),
        organizationId === undefined ? undefined : eq(reportDeliveries.organizationId, organizationId),
      );
      return counts.map(({ group, ...count }) => ({ ...count, group: group === 'underWay' ? 'waiting' : group }));
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

/** Deliveries that ended. */
export const expiringDeliveries = (db: Database): ExpiringRows =>
  expireRows(db, reportDeliveries, (before) =>
    and(ne(reportDeliveries.state, 'underWay'), lt(reportDeliveries.at, before)),
  );

function toDelivery({ leaseUntil: _, ...row }: typeof reportDeliveries.$inferSelect): StoredDelivery {
  return {
    ...row,
    organizationId: id<OrganizationId>(row.organizationId),
    askedBy: row.askedBy === null ? null : id<UserId>(row.askedBy),
    at: row.at.getTime(),
  };
}
