import { profileLanguages } from '@atrium/domain/access';
import { dayOf, err, type Failure, failure, type Instant, type LocalDate, ok, type Result } from '@atrium/domain/core';
import { exportKeptDays } from '@atrium/domain/exports';
import { audit, auditStore } from '../../audit/index.ts';
import { fatesOf } from '../../notifications/index.ts';
import { type Page, pageRequest, writeCursor } from '../../platform/graphql/connections.ts';
import { type Database, inTransaction, unwrap } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import type { ExportJob } from '../job.ts';
import { jobsStore } from '../jobs.store.ts';
import { fileNameOf, mailFile } from '../making/send-file.ts';
import { type Words, wordsIn } from '../words.ts';

/** Delivery status of an export's mails. */
export type MailsFate = 'none' | 'underway' | 'delivered' | 'failed';

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
  readonly mails: MailsFate;
  /** Download URL. Null: there is no file. */
  readonly address: string | null;
}

/** Returns the caller's exports, newest first. */
export async function readExports(
  deps: ExportsDependencies,
  scope: Scope,
  asked: { readonly first?: number | null | undefined; readonly after?: string | null | undefined },
): Promise<Result<Page<ShownExport>, Failure>> {
  const wanted = pageRequest(asked);
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
  const fates = await fatesOf(
    deps.db,
    jobs.flatMap(({ mails }) => mails.map(({ key }) => key)),
  );
  const sites = new Map((await deps.sites.topologies(scope)).map((site) => [site.installationId, site]));
  const words = await wordsOf(deps, scope);
  return jobs.map((job) => {
    const site = sites.get(job.installationId);
    return {
      job,
      site: site?.name ?? null,
      timezone: site?.timezone ?? null,
      firstDay: site === undefined ? null : dayOf(site, job.request.from),
      lastDay: site === undefined ? null : dayOf(site, job.request.to - 1),
      recipients: job.request.userIds.flatMap((userId) => names.get(userId) ?? []),
      mails: fateOf(job.mails.map(({ key }) => fates.get(key)?.status)),
      // Without access to the site there is no download in the list either.
      address:
        job.fileKey === null || job.expiresAt === null || site === undefined
          ? null
          : deps.files.addresses.downloadAddressOf(
              { key: job.fileKey, name: fileNameOf(job, site, words), holder: holderOf(scope) },
              Math.min(job.expiresAt, deps.clock.now() + 3_600_000),
            ),
    };
  });
}

/** Returns the holder of a download link: the user, and the administrator who views as them. */
const holderOf = ({ userId, viewedBy }: Scope) => (viewedBy === null ? `${userId}` : `${userId}.${viewedBy}`);

async function wordsOf({ catalogues, contactsOf }: ExportsDependencies, scope: Scope): Promise<Words> {
  const members = await contactsOf(scope.organizationId);
  const language = members.find(({ userId }) => userId === scope.userId)?.language;
  return wordsIn(await catalogues(), profileLanguages.find((one) => one === language) ?? 'en');
}

/** Returns the worst status. Mails deleted from the outbox were sent long ago. */
function fateOf(statuses: readonly ('waiting' | 'sent' | 'failed' | undefined)[]): MailsFate {
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
    await audit(scope, transaction, { ...entry, action: 'export.fileDeleted' });
    return fileKey;
  });
  if (!deleted.ok) return deleted;
  await deps.files.store.delete(deleted.value);
  return ok(true);
}

/** Files a user may resend per hour. */
const mostAgain = 5;
const quotaTime = 3_600_000;

/** Counts in the audit log, so that it covers all processes and restarts. */
async function checkQuota(db: Database, scope: Scope, now: Instant): Promise<Result<void, Failure>> {
  const actorUserId = scope.viewedBy ?? scope.userId;
  if (actorUserId === null) return ok(undefined);
  const filter = { actions: ['export.sentAgain'], actorUserId, from: now - quotaTime } as const;
  return (await auditStore(db).count(scope, filter)) < mostAgain
    ? ok(undefined)
    : err(
        failure('RATE_LIMITED', `Files are mailed again ${mostAgain} times an hour. Download the file, or try later.`),
      );
}

/** Mails a file again to the recipients who may receive it now. */
export async function sendExportAgain(
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
      return unwrap(err(failure('BAD_INPUT', `Its file is gone: files are kept ${exportKeptDays} days`, 'id')));
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
    await audit(scope, transaction, {
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
