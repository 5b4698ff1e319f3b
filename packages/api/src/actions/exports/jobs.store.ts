import type { ExportRequest } from '@atrium/domain/actions/exports';
import { type Instant, id, type OrganizationId, type UserId } from '@atrium/domain/core';
import { and, count, desc, eq, gt, gte, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm';
import { type ClaimedJob, defineJobQueue } from '../../platform/jobs/job-queue.ts';
import { type ExpiringRows, expireRows } from '../../platform/relational/expiring-rows.ts';
import { type OwnedFiles, ownFiles } from '../../platform/relational/owned-files.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { isOfSite, type Scope, type SiteRef } from '../../platform/tenancy/index.ts';
import { exportJobs } from './exports.schema.ts';
import type { ExportJob, ExportProblem } from './job.ts';

interface NewJob {
  readonly request: ExportRequest;
  readonly rowsTotal: number;
  readonly at: Instant;
  readonly idempotencyKey: string | null;
}

/** Exports of the scope's user. */
export function jobsStore(db: Database) {
  const own = ({ organizationId, userId }: Scope) =>
    and(eq(exportJobs.organizationId, organizationId), eq(exportJobs.userId, userId ?? 0));

  return {
    /** Returns the job, and whether its idempotency key existed before. */
    async insert(scope: Scope, { request, rowsTotal, at, idempotencyKey }: NewJob): Promise<[ExportJob, boolean]> {
      if (scope.userId === null) throw new Error('nobody is there whom a file could be for');
      const job = await exportQueue(db).enqueue(
        {
          organizationId: scope.organizationId,
          userId: scope.userId,
          installationId: request.installationId,
          request,
          idempotencyKey,
          state: 'waiting',
          createdAt: new Date(at),
          rowsTotal,
        },
        [exportJobs.userId, exportJobs.idempotencyKey],
      );
      if (job !== null) return [job, false];
      const [before] = await db
        .select()
        .from(exportJobs)
        .where(and(own(scope), eq(exportJobs.idempotencyKey, idempotencyKey ?? '')));
      if (before === undefined) throw new Error('an export that is there was not found');
      return [jobOf(before), true];
    },

    /** Returns jobs newest first, older than `before`. It returns one more than `size` if there are more. */
    async page(scope: Scope, size: number, before: number | null): Promise<readonly ExportJob[]> {
      const rows = await db
        .select()
        .from(exportJobs)
        .where(and(own(scope), before === null ? undefined : lt(exportJobs.id, before)))
        .orderBy(desc(exportJobs.id))
        .limit(size);
      return rows.map(jobOf);
    },

    async countOf(scope: Scope): Promise<number> {
      const [row] = await db.select({ count: count() }).from(exportJobs).where(own(scope));
      return row?.count ?? 0;
    },

    async countOpen({ organizationId }: Scope): Promise<number> {
      const isOpen = inArray(exportJobs.state, ['waiting', 'running']);
      const [row] = await db
        .select({ count: count() })
        .from(exportJobs)
        .where(and(eq(exportJobs.organizationId, organizationId), isOpen));
      return row?.count ?? 0;
    },

    /** Locks the row until the transaction ends. */
    async hold(scope: Scope, jobId: number): Promise<ExportJob | null> {
      const [row] = await db
        .select()
        .from(exportJobs)
        .where(and(own(scope), eq(exportJobs.id, jobId)))
        .for('update');
      return row === undefined ? null : jobOf(row);
    },

    async cancel(scope: Scope, jobId: number, at: Instant): Promise<void> {
      await db
        .update(exportJobs)
        .set({ state: 'cancelled', finishedAt: new Date(at), leaseUntil: null })
        .where(and(own(scope), eq(exportJobs.id, jobId)));
    },

    /** Marks the file as deleted, which ends its links. */
    async forgetFile(scope: Scope, jobId: number): Promise<void> {
      await db
        .update(exportJobs)
        .set({ state: 'expired', fileKey: null })
        .where(and(own(scope), eq(exportJobs.id, jobId)));
    },

    async setMails(scope: Scope, jobId: number, mails: ExportJob['mails'], wasAttached: boolean): Promise<void> {
      await db
        .update(exportJobs)
        .set({ mails, wasAttached })
        .where(and(own(scope), eq(exportJobs.id, jobId)));
    },
  };
}

/** Returns the job of a file key, of any user. Null: none. Used for links, which name their holder. */
export async function findJobByFile(db: Database, fileKey: string): Promise<ExportJob | null> {
  const [row] = await db.select().from(exportJobs).where(eq(exportJobs.fileKey, fileKey));
  return row === undefined ? null : jobOf(row);
}

/** Returns the keys of the files of a site's exports. */
export async function listSiteExportFiles(db: Database, site: SiteRef): Promise<readonly string[]> {
  const rows = await db.select({ key: exportJobs.fileKey }).from(exportJobs).where(isOfSite(exportJobs, site));
  return rows.flatMap(({ key }) => (key === null ? [] : [key]));
}

/** Deletes the exports of an erased site, of any user. */
export async function removeSiteExports(db: Database, site: SiteRef): Promise<void> {
  await db.delete(exportJobs).where(isOfSite(exportJobs, site));
}

/** Largest number of rows of a small export: its file takes a second or two. */
export const maxSmallRows = 20_000;

export const isSmallExport = lte(exportJobs.rowsTotal, maxSmallRows);
export const isLargeExport = gt(exportJobs.rowsTotal, maxSmallRows);

/** Job queue of exports. Each organization runs one small and one large export at a time. */
export const exportQueue = defineJobQueue({
  table: exportJobs,
  dueAt: 'leaseUntil',
  isUnfinished: inArray(exportJobs.state, ['waiting', 'running']),
  isOnePerOrganization: true,
  toJob: jobOf,
  onClaim: (now) => ({
    state: 'running' as const,
    startedAt: sql`coalesce(${exportJobs.startedAt}, ${new Date(now).toISOString()}::timestamptz)`,
    rowsDone: 0,
  }),
});

/** Exports of all organizations, for the runners. Never for a signed-in caller. */
export function runningJobsStore(db: Database) {
  const queue = exportQueue(db);

  return {
    finish: (
      job: ClaimedJob,
      done: Pick<ExportJob, 'bytes' | 'fileKey' | 'rowsDone' | 'mails' | 'wasAttached'> & {
        readonly at: Instant;
        readonly expiresAt: Instant;
      },
    ) =>
      queue.update(job, {
        state: 'done',
        leaseUntil: null,
        bytes: done.bytes,
        fileKey: done.fileKey,
        rowsDone: done.rowsDone,
        rowsTotal: done.rowsDone,
        mails: done.mails,
        wasAttached: done.wasAttached,
        finishedAt: new Date(done.at),
        expiresAt: new Date(done.expiresAt),
      }),

    fail: (job: ClaimedJob, problem: ExportProblem, at: Instant) =>
      queue.update(job, { state: 'failed', problem, leaseUntil: null, finishedAt: new Date(at) }),

    /** Counts open jobs by state, and jobs that failed since then. Includes the creation time of the oldest. */
    countByState: (failedSince: Instant, organizationId?: OrganizationId) =>
      queue.countBy(
        exportJobs.state,
        exportJobs.createdAt,
        and(eq(exportJobs.state, 'failed'), gte(exportJobs.finishedAt, new Date(failedSince))),
        organizationId === undefined ? undefined : eq(exportJobs.organizationId, organizationId),
      ),

    /** Returns the bytes of stored files, of an organization and in total. */
    async storedBytes(organizationId: OrganizationId): Promise<{ readonly own: number; readonly all: number }> {
      const [row] = await db
        .select({
          own: sql<number>`coalesce(sum(${exportJobs.bytes}) filter (where ${exportJobs.organizationId} = ${organizationId}), 0)::float8`,
          all: sql<number>`coalesce(sum(${exportJobs.bytes}), 0)::float8`,
        })
        .from(exportJobs)
        .where(isNotNull(exportJobs.fileKey));
      return { own: row?.own ?? 0, all: row?.all ?? 0 };
    },

    /** Returns jobs whose files have expired. */
    async expired(now: Instant): Promise<readonly ExportJob[]> {
      const rows = await db
        .select()
        .from(exportJobs)
        .where(and(isNotNull(exportJobs.fileKey), lte(exportJobs.expiresAt, new Date(now))))
        .limit(100);
      return rows.map(jobOf);
    },

    async forgetFile(jobId: number): Promise<void> {
      await db.update(exportJobs).set({ state: 'expired', fileKey: null }).where(eq(exportJobs.id, jobId));
    },
  };
}

/** Files of exports. */
export const exportFiles = (db: Database): OwnedFiles => ownFiles(db, 'exports', exportJobs.fileKey);

/** Exports that ended and have no file. */
export const expiringExports = (db: Database): ExpiringRows =>
  expireRows(db, exportJobs, (before) =>
    and(inArray(exportJobs.state, ['failed', 'cancelled', 'expired']), lt(exportJobs.finishedAt, before)),
  );

function jobOf({
  leaseUntil: _,
  idempotencyKey: _key,
  slot: _slot,
  ...row
}: typeof exportJobs.$inferSelect): ExportJob {
  return {
    ...row,
    organizationId: id<OrganizationId>(row.organizationId),
    userId: row.userId === null ? null : id<UserId>(row.userId),
    installationId: row.request.installationId,
    createdAt: row.createdAt.getTime(),
    startedAt: row.startedAt?.getTime() ?? null,
    finishedAt: row.finishedAt?.getTime() ?? null,
    expiresAt: row.expiresAt?.getTime() ?? null,
  };
}
