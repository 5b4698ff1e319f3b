import { exportRetentionDays } from '@atrium/domain/actions/exports';
import {
  err,
  type Failure,
  failure,
  type Instant,
  type LocalDate,
  ok,
  type Result,
  toSiteDay,
} from '@atrium/domain/core';
import { profileLanguages } from '@atrium/domain/people/access';
import { auditStore, recordAudit } from '../../people/audit/index.ts';
import { findDeliveryStatuses } from '../../people/notifications/index.ts';
import { type Page, parsePageRequest, writeCursor } from '../../platform/graphql/connections.ts';
import { inTransaction, unwrap } from '../../platform/relational/in-transaction.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from './exports-dependencies.ts';
import type { ExportJob } from './job.ts';
import { jobsStore } from './jobs.store.ts';
import { buildFileName, mailFile } from './making/send-file.ts';
import { getWords, type Words } from './words.ts';

/** Delivery status of an export's mails. */
export type MailsStatus = 'none' | 'underway' | 'delivered' | 'failed';

/** An export as its owner's list shows it. */
export interface ShownExport {
  readonly job: ExportJob;
  /** Null: deleted, or not visible to the user any more. */
  readonly site: string | null;
  readonly timezone: string | null;
  /** Days of the site, both inclusive. */
  readonly firstDay: LocalDate | null;
  readonly lastDay: LocalDate | null;
  readonly recipients: readonly string[];
  readonly mails: MailsStatus;
  /** Download URL. Null: there is no file. */
  readonly address: string | null;
}

/** Returns the caller's exports, newest first. */
export async function readExports(
  deps: ExportsDependencies,
  scope: Scope,
  asked: { readonly first?: number | null | undefined; readonly after?: string | null | undefined },
): Promise<Result<Page<ShownExport>, Failure>> {
  const wanted = parsePageRequest(asked);
  if (!wanted.ok) return wanted;
  const { size, from } = wanted.value;
  const before = from === null ? null : Number(from[0]);
  if (before !== null && !Number.isInteger(before))
    return err(failure('BAD_INPUT', 'after takes a cursor of an earlier page', 'after'));
  const store = jobsStore(deps.db);
  const jobs = await store.page(scope, size + 1, before);
  const shown = await showExports(deps, scope, jobs.slice(0, size));
  return ok({
    count: await store.countOf(scope),
    edges: shown.map((node) => ({ cursor: writeCursor([node.job.id]), node })),
    hasNextPage: jobs.length > size,
    hasPreviousPage: before !== null,
  });
}

async function showExports(
  deps: ExportsDependencies,
  scope: Scope,
  jobs: readonly ExportJob[],
): Promise<readonly ShownExport[]> {
  const names = await deps.namesOf(scope, [...new Set(jobs.flatMap(({ request }) => request.userIds))]);
  const fates = await findDeliveryStatuses(
    deps.db,
    jobs.flatMap(({ mails }) => mails.map(({ key }) => key)),
  );
  const sites = new Map((await deps.sites.topologies(scope)).map((site) => [site.installationId, site]));
  const words = await loadWords(deps, scope);
  return jobs.map((job) => {
    const site = sites.get(job.installationId);
    return {
      job,
      site: site?.name ?? null,
      timezone: site?.timezone ?? null,
      firstDay: site === undefined ? null : toSiteDay(site, job.request.from),
      lastDay: site === undefined ? null : toSiteDay(site, job.request.to - 1),
      recipients: job.request.userIds.flatMap((userId) => names.get(userId) ?? []),
      mails: findMailsStatus(job.mails.map(({ key }) => fates.get(key)?.status)),
      // Users without access to the site get no download link in the list either.
      address:
        job.fileKey === null || job.expiresAt === null || site === undefined
          ? null
          : deps.files.addresses.buildDownloadUrl(
              { key: job.fileKey, name: buildFileName(job, site, words), holder: toHolder(scope) },
              Math.min(job.expiresAt, deps.clock.now() + 3_600_000),
            ),
    };
  });
}

/** Returns the holder of a download link: the user, and the administrator who views as them. */
const toHolder = ({ userId, viewedBy }: Scope) => (viewedBy === null ? `${userId}` : `${userId}.${viewedBy}`);

async function loadWords({ catalogues, contactsOf }: ExportsDependencies, scope: Scope): Promise<Words> {
  const members = await contactsOf(scope.organizationId);
  const language = members.find(({ userId }) => userId === scope.userId)?.language;
  return getWords(await catalogues(), profileLanguages.find((one) => one === language) ?? 'en');
}

/** Returns the worst status. Mails deleted from the outbox were sent long ago. */
function findMailsStatus(statuses: readonly ('waiting' | 'sent' | 'failed' | undefined)[]): MailsStatus {
  if (statuses.length === 0) return 'none';
  if (statuses.includes('failed')) return 'failed';
  return statuses.includes('waiting') ? 'underway' : 'delivered';
}

/** Deletes the file of an export early. Its links stop working. */
export async function deleteExportFile(
  deps: ExportsDependencies,
  scope: Scope,
  jobId: number,
): Promise<Result<true, Failure>> {
  const deleted = await inTransaction(deps.db, async (transaction) => {
    const store = jobsStore(transaction);
    const job = await store.hold(scope, jobId);
    if (job === null) return unwrap<string>(err(failure('NOT_FOUND', 'No such export', 'id')));
    const { fileKey, installationId } = job;
    if (fileKey === null) return unwrap<string>(err(failure('BAD_INPUT', 'This export has no file', 'id')));
    await store.forgetFile(scope, jobId);
    const site = await deps.sites.topology(scope, installationId);
    const entry = { at: deps.clock.now(), details: { name: site?.name ?? '' }, subjectId: jobId, installationId };
    await recordAudit(scope, transaction, { ...entry, action: 'export.fileDeleted' });
    return fileKey;
  });
  if (!deleted.ok) return deleted;
  await deps.files.store.delete(deleted.value);
  return ok(true);
}

/** Files a user may resend per hour. */
const maxResendsPerHour = 5;
const quotaTime = 3_600_000;

/** Counts in the audit log, so that it covers all processes and restarts. */
async function checkQuota(db: Database, scope: Scope, now: Instant): Promise<Result<void, Failure>> {
  const actorUserId = scope.viewedBy ?? scope.userId;
  if (actorUserId === null) return ok(undefined);
  const filter = { actions: ['export.sentAgain'], actorUserId, from: now - quotaTime } as const;
  return (await auditStore(db).count(scope, filter)) < maxResendsPerHour
    ? ok(undefined)
    : err(
        failure(
          'RATE_LIMITED',
          `Files are mailed again ${maxResendsPerHour} times an hour. Download the file, or try later.`,
        ),
      );
}

/** Mails a file again to the recipients who may receive it now. */
export async function resendExport(
  deps: ExportsDependencies,
  scope: Scope,
  jobId: number,
): Promise<Result<ShownExport, Failure>> {
  if (!(await deps.mayExport(scope))) return err(failure('FORBIDDEN', 'Exporting data is not among your rights'));
  const now = deps.clock.now();
  const sent = await inTransaction<ExportJob>(deps.db, async (transaction) => {
    const store = jobsStore(transaction);
    const job = await store.hold(scope, jobId);
    const site = job === null ? null : await deps.sites.topology(scope, job.installationId);
    if (job === null || site === null) return unwrap(err(failure('NOT_FOUND', 'No such export', 'id')));
    const { fileKey, bytes, expiresAt, rowsDone: rows } = job;
    if (fileKey === null || bytes === null || expiresAt === null || expiresAt <= now)
      return unwrap(err(failure('BAD_INPUT', `Its file is gone: files are kept ${exportRetentionDays} days`, 'id')));
    if ((await showExports(deps, scope, [job])).some(({ mails }) => mails === 'underway')) return job;
    unwrap(await checkQuota(transaction, scope, now));
    const mailed = await mailFile(
      deps,
      transaction,
      scope,
      { job, site, fileKey, bytes, rows, expiresAt },
      `again/${now}`,
    );
    await store.setMails(scope, jobId, mailed.mails, mailed.wasAttached);
    await recordAudit(scope, transaction, {
      at: now,
      action: 'export.sentAgain',
      details: { name: site.name, recipients: mailed.mails.length },
      subjectId: jobId,
      installationId: job.installationId,
    });
    return { ...job, ...mailed };
  });
  if (!sent.ok) return sent;
  const [shown] = await showExports(deps, scope, [sent.value]);
  return shown === undefined ? err(failure('NOT_FOUND', 'No such export', 'id')) : ok(shown);
}
