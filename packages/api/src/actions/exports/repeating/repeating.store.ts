import type { ExportRequest, Repeating, RepeatingRequest } from '@atrium/domain/actions/exports';
import {
  type InstallationId,
  type Instant,
  id,
  type LocalDate,
  type OrganizationId,
  type UserId,
} from '@atrium/domain/core';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { defineSchedule } from '../../../platform/jobs/schedule.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { exportJobs, repeatingExports } from '../exports.schema.ts';
import { exportQueue } from '../jobs.store.ts';

const dateOrNull = (at: Instant | null) => (at === null ? null : new Date(at));

/** Repeating exports of the scope's user. */
export function repeatingStore(db: Database) {
  const own = ({ organizationId, userId }: Scope) =>
    and(eq(repeatingExports.organizationId, organizationId), eq(repeatingExports.userId, userId ?? 0));
  const present = (scope: Scope) => and(own(scope), isNull(repeatingExports.removedAt));

  return {
    /** Returns them newest first. */
    async all(scope: Scope): Promise<readonly RepeatingExport[]> {
      const rows = await db.select().from(repeatingExports).where(present(scope)).orderBy(desc(repeatingExports.id));
      return rows.map(repeatingOf);
    },

    /** Counts those of the whole organization. */
    count: ({ organizationId }: Scope): Promise<number> =>
      db.$count(
        repeatingExports,
        and(eq(repeatingExports.organizationId, organizationId), isNull(repeatingExports.removedAt)),
      ),

    async insert(
      { organizationId, userId }: Scope,
      {
        at,
        nextAt,
        ...repeating
      }: Repeating & { readonly request: RepeatingRequest; readonly at: Instant; readonly nextAt: Instant },
    ): Promise<RepeatingExport> {
      if (userId === null) throw new Error('nobody is there whose an export could be');
      const { installationId } = repeating.request;
      const [row] = await db
        .insert(repeatingExports)
        .values({
          ...repeating,
          organizationId,
          userId,
          installationId,
          createdAt: new Date(at),
          nextAt: new Date(nextAt),
        })
        .returning();
      if (row === undefined) throw new Error('an inserted export has no row');
      return repeatingOf(row);
    },

    /** Locks the row until the transaction ends. */
    async hold(scope: Scope, repeatingId: number): Promise<RepeatingExport | null> {
      const [row] = await db
        .select()
        .from(repeatingExports)
        .where(and(present(scope), eq(repeatingExports.id, repeatingId)))
        .for('update');
      return row === undefined ? null : repeatingOf(row);
    },

    /** Sets the next slot. Null: off. */
    async setNext(scope: Scope, repeatingId: number, nextAt: Instant | null): Promise<void> {
      await db
        .update(repeatingExports)
        .set({ enabled: nextAt !== null, nextAt: dateOrNull(nextAt) })
        .where(and(own(scope), eq(repeatingExports.id, repeatingId)));
    },

    async remove(scope: Scope, repeatingId: number, at: Instant): Promise<void> {
      await db
        .update(repeatingExports)
        .set({ removedAt: new Date(at) })
        .where(and(own(scope), eq(repeatingExports.id, repeatingId)));
    },

    /** Restores one that was removed after that moment. Null: there is none. */
    async restore(scope: Scope, repeatingId: number, removedAfter: Instant): Promise<RepeatingExport | null> {
      const [row] = await db
        .update(repeatingExports)
        .set({ removedAt: null })
        .where(
          and(own(scope), eq(repeatingExports.id, repeatingId), gt(repeatingExports.removedAt, new Date(removedAfter))),
        )
        .returning();
      return row === undefined ? null : repeatingOf(row);
    },
  };
}

/** Next slots of repeating exports. */
export const exportSchedule = defineSchedule(repeatingExports, repeatingOf);

/** Repeating exports of all organizations, for the planner. Never for a signed-in caller. */
export function dueExportsStore(db: Database) {
  return {
    /** Inserts the job of a date, unless it exists. */
    async insertJob(
      { id: repeatingId, organizationId, userId, installationId }: RepeatingExport,
      job: {
        readonly slot: LocalDate;
        readonly request: ExportRequest;
        readonly rowsTotal: number;
        readonly at: Instant;
      },
    ): Promise<void> {
      const { slot, request, rowsTotal, at } = job;
      await exportQueue(db).enqueue(
        {
          organizationId,
          userId,
          installationId,
          repeatingId,
          slot,
          request,
          rowsTotal,
          state: 'waiting',
          createdAt: new Date(at),
        },
        [exportJobs.repeatingId, exportJobs.slot],
      );
    },

    /** Switches one off and returns it. Null: it was off, or is deleted. */
    async switchOff(repeatingId: number): Promise<RepeatingExport | null> {
      const [row] = await db
        .update(repeatingExports)
        .set({ enabled: false, nextAt: null })
        .where(and(eq(repeatingExports.id, repeatingId), eq(repeatingExports.enabled, true)))
        .returning();
      return row === undefined ? null : repeatingOf(row);
    },
  };
}

function repeatingOf({ removedAt: _, ...row }: typeof repeatingExports.$inferSelect): RepeatingExport {
  return {
    ...row,
    organizationId: id<OrganizationId>(row.organizationId),
    userId: id<UserId>(row.userId),
    installationId: id<InstallationId>(row.installationId),
    createdAt: row.createdAt.getTime(),
    nextAt: row.nextAt?.getTime() ?? null,
  };
}

export interface RepeatingExport extends Repeating {
  readonly id: number;
  readonly organizationId: OrganizationId;
  /** Owner, whose access applies when a file is made. */
  readonly userId: UserId;
  readonly installationId: InstallationId;
  readonly request: RepeatingRequest;
  readonly enabled: boolean;
  readonly createdAt: Instant;
  /** Next slot. Null: off. */
  readonly nextAt: Instant | null;
}
