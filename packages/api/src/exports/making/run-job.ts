import { err, failure } from '@atrium/domain/core';
import { inTransaction, unwrap } from '../../platform/relational/index.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import type { ExportProblem } from '../job.ts';
import { runningJobsStore } from '../jobs.store.ts';
import { switchOffRepeating } from '../repeating/plan-due-exports.ts';
import { mailFailure } from './mail-failure.ts';
import { makeFile, type RunningJob } from './make-file.ts';
import { type MadeFile, mailFile } from './send-file.ts';

/**
 * Makes a job's file and mails it. The requester's access is checked before making and again before mailing, so that
 * neither they nor recipients get data they may no longer see.
 */
export async function runJob(deps: ExportsDependencies, making: RunningJob): Promise<void> {
  const scope = await scopeToExport(deps, making);
  if (scope === null) return failJob(deps, making, 'rights');
  const made = await makeFile(deps, scope, making);
  if (!made.ok) return failJob(deps, making, made.error);
  const still = await scopeToExport(deps, making);
  const isDone = still !== null && (await deliver(deps, still, made.value, making));
  if (isDone) return;
  await deps.files.store.delete(made.value.fileKey);
  if (still === null) await failJob(deps, making, 'rights');
}

/** Returns false, without mailing, if the job was cancelled or another process has it. */
async function deliver(deps: ExportsDependencies, scope: Scope, made: MadeFile, { job }: RunningJob): Promise<boolean> {
  const delivered = await inTransaction(deps.db, async (transaction) => {
    const sent = await mailFile(deps, transaction, scope, made, String(job.attempts));
    const { bytes, fileKey, rows: rowsDone, expiresAt } = made;
    const done = { ...sent, bytes, fileKey, rowsDone, expiresAt, at: deps.clock.now() };
    if (!(await runningJobsStore(transaction).finish(job, done))) unwrap(notTheirs);
  });
  return delivered.ok;
}

const notTheirs = err(failure('NOT_FOUND', 'Nobody wants this file any more, or somebody else makes it'));

async function scopeToExport(deps: ExportsDependencies, { job }: RunningJob): Promise<Scope | null> {
  const scope = job.userId === null ? null : await deps.scopeOfMember(job.organizationId, job.userId);
  if (scope === null || !(await deps.mayExport(scope))) return null;
  return (await deps.sites.topology(scope, job.installationId)) === null ? null : scope;
}

/** Records why there is no file, and mails the reason. */
export async function failJob(
  deps: ExportsDependencies,
  { job }: Pick<RunningJob, 'job'>,
  problem: ExportProblem,
): Promise<void> {
  await deps.db.transaction(async (transaction) => {
    const isTheirs = await runningJobsStore(transaction).fail(job, problem, deps.clock.now());
    if (!isTheirs) return;
    if (problem === 'rights' || problem === 'gone') await switchOffRepeating(deps, transaction, job);
    await mailFailure(deps, transaction, job, problem);
  });
}
