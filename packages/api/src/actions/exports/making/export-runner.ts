import '../exports.events.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { exportRetentionDays } from '@atrium/domain/actions/exports';
import { type Clock, type ErrorCode, err, failure, ok, type Result } from '@atrium/domain/core';
import { profileLanguages } from '@atrium/domain/people/access';
import type { SQL } from 'drizzle-orm';
import type { Registry } from 'prom-client';
import { enqueueMail } from '../../../people/notifications/index.ts';
import { emitWebhookEvents } from '../../../people/webhooks/index.ts';
import { runPeriodically } from '../../../platform/concurrency/timing.ts';
import { measureJobs } from '../../../platform/jobs/job-metrics.ts';
import { createJobRunner, type JobIntervals } from '../../../platform/jobs/job-runner.ts';
import { inTransaction, unwrap } from '../../../platform/relational/in-transaction.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type Scope, systemScope } from '../../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { buildFileKey, type ExportJob, type ExportProblem } from '../job.ts';
import { exportQueue, isLargeExport, isSmallExport, runningJobsStore } from '../jobs.store.ts';
import { restorableMs } from '../repeating/change-repeating.ts';
import { planDueExports, replanExports, switchOffRepeating } from '../repeating/plan-due-exports.ts';
import { exportSchedule } from '../repeating/repeating.store.ts';
import { getWords } from '../words.ts';
import { type ExportPart, type ExportSource, openExportSource } from './export-rows.ts';
import { fileWriters } from './file-writers.ts';
import { type MadeFile, mailFile } from './send-file.ts';

/** Thrown to stop writing a file. */
class Stopped extends Error {
  readonly problem: ExportProblem;

  constructor(problem: ExportProblem) {
    super(`an export stopped: ${problem}`);
    this.problem = problem;
  }
}

const gigabyte = 1024 ** 3;
/** Storage limits of exports, bytes. */
const storageLimits = { own: 2 * gigabyte, all: 10 * gigabyte };

interface RunningJob {
  readonly job: ExportJob;
  /** Aborted when the job is cancelled or lost. */
  readonly signal: AbortSignal;
  /** Called as rows are written. */
  progress(rowsDone: number): void;
}

/** Makes a job's file with the owner's current access, or returns the problem. An incomplete file is deleted. */
async function makeFile(
  deps: ExportsDependencies,
  scope: Scope,
  { job, signal, progress }: RunningJob,
): Promise<Result<MadeFile, ExportProblem>> {
  const kept = await runningJobsStore(deps.db).storedBytes(job.organizationId);
  const left = Math.min(storageLimits.own - kept.own, storageLimits.all - kept.all);
  const fileKey = buildFileKey(job, job.attempts);
  await deleteEarlierAttempts(deps, job);
  const opened = await openExportSource(
    { answerQueries: deps.answerInBackground, sites: deps.sites },
    scope,
    job.request,
    signal,
  );
  if (!opened.ok) return err(problemOf(opened.error.code));
  const source = opened.value;
  const counter = { rows: 0 };
  const parts = countRows(source, counter, signal, progress);
  try {
    const bytes = await deps.files.store.write(
      fileKey,
      limitBytes(left, fileWriters[job.request.format](await contentOf(deps, scope, job, source, parts))),
    );
    return ok({
      job,
      site: source.site,
      fileKey,
      bytes,
      rows: counter.rows,
      expiresAt: deps.clock.now() + exportRetentionDays * 86_400_000,
    });
  } catch (error) {
    if (error instanceof Stopped) return err(error.problem);
    if ((error as { code?: string }).code === 'ENOSPC') return err('space');
    throw error;
  }
}

/** Deletes files of interrupted attempts. */
async function deleteEarlierAttempts({ files: { store } }: ExportsDependencies, job: ExportJob): Promise<void> {
  for (let attempt = 1; attempt < job.attempts; attempt += 1) {
    await store.discardDrafts(buildFileKey(job, attempt));
    await store.delete(buildFileKey(job, attempt));
  }
}

async function contentOf(
  { catalogues, contactsOf, namesOf, clock }: ExportsDependencies,
  scope: Scope,
  { userId, request }: ExportJob,
  source: ExportSource,
  parts: AsyncIterable<ExportPart>,
) {
  const members = await contactsOf(scope.organizationId);
  const theirs = members.find((member) => member.userId === userId)?.language;
  const language = profileLanguages.find((one) => one === theirs) ?? 'en';
  const owner = request.askedBy ?? userId;
  const names = await namesOf(scope, owner === null ? [] : [owner]);
  const askedBy = (owner !== null && names.get(owner)) || '';
  const about = { askedBy, madeAt: clock.now() };
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  return { source, words: getWords(await catalogues(), language), about, direction, parts } as const;
}

async function* countRows(
  source: ExportSource,
  counter: { rows: number },
  signal: AbortSignal,
  progress: RunningJob['progress'],
): AsyncGenerator<ExportPart> {
  for await (const part of source.parts()) {
    signal.throwIfAborted();
    if (!part.ok) throw new Stopped(problemOf(part.error.code));
    yield part.value;
    counter.rows += part.value.rows.length;
    progress(counter.rows);
    // Yields to the event loop, so that page requests come first.
    await nextTurn();
  }
}

async function* limitBytes(most: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = most;
  for await (const chunk of bytes) {
    left -= chunk.byteLength;
    if (left < 0) throw new Stopped('space');
    yield chunk;
  }
}

const problems: Partial<Record<ErrorCode, ExportProblem>> = {
  NOT_FOUND: 'gone',
  BAD_INPUT: 'gone',
  FORBIDDEN: 'rights',
  READINGS_GONE: 'readings',
  OVERLOADED: 'overloaded',
};

const problemOf = (code: ErrorCode): ExportProblem => problems[code] ?? 'internal';

/**
 * Makes a job's file and mails it. The requester's access is checked before making and again before mailing, so that
 * neither they nor recipients get data they may no longer see.
 */
async function runJob(deps: ExportsDependencies, making: RunningJob): Promise<void> {
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
    const { id, organizationId, installationId } = job;
    await emitWebhookEvents(transaction, [
      {
        organizationId,
        installationId,
        type: 'export.ready',
        key: `export/${id}/${job.attempts}`,
        at: done.at,
        data: {
          exportId: id,
          siteId: installationId,
          rows: rowsDone,
          bytes,
          expiresAt: new Date(expiresAt).toISOString(),
        },
      },
    ]);
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
async function failJob(
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

/** Notifies the requester that there is no file, with the reason and what to do. */
async function mailFailure(
  { contactsOf, sites, catalogues, clock, links }: ExportsDependencies,
  transaction: Database,
  job: ExportJob,
  problem: ExportProblem,
): Promise<void> {
  const members = await contactsOf(job.organizationId);
  const member = members.find(({ userId }) => userId === job.userId);
  if (member?.email == null) return;
  // The requester chose the site, so its name reveals nothing about their current access.
  const site = await sites.topology(systemScope(job.organizationId), job.installationId);
  const words = getWords(await catalogues(), profileLanguages.find((one) => one === member.language) ?? 'en');
  await enqueueMail(
    transaction,
    {
      organizationId: job.organizationId,
      recipient: member.email,
      language: member.language,
      dedupeKey: `export/${job.id}/failed/${job.attempts}`,
      at: clock.now(),
    },
    'exportFailed',
    {
      site: site?.name ?? '',
      dataType: words(`exports.dataType.${job.request.dataType}`),
      problem,
      link: links.to('/export-data'),
    },
  );
}

export interface RunnerIntervals extends JobIntervals {
  /** Interval of deleting expired files, ms. */
  readonly tidyMs: number;
}

/** Renewals also report the progress. */
const defaultIntervals: RunnerIntervals = { pollMs: 2000, renewMs: 1000, leaseMs: 20_000, tidyMs: 600_000 };

export interface ExportRunner {
  start(): void;
  /** Stops claiming. Running jobs are restarted by another process or the next start. */
  stop(): Promise<void>;
}

/**
 * Makes requested files, one small and two large ones concurrently, and turns due slots of repeating exports into jobs. After a crash, another
 * process or the next start makes the file again. Any number of runners may run.
 */
export function createExportRunner(deps: ExportsDependencies, pace: Partial<RunnerIntervals> = {}): ExportRunner {
  const intervals = { ...defaultIntervals, ...pace };
  const { db, clock, bus, files, logError } = deps;
  const store = runningJobsStore(db);
  let stopListening: readonly (() => void)[] = [];
  const lane = { queue: exportQueue(db), isAlone: deps.use === 'standalone' };
  const runLane = (name: string, where: SQL, loops: number) =>
    createJobRunner({
      ...intervals,
      ...lane,
      name,
      where,
      loops,
      retryDelaysMs: [20_000, 20_000, 20_000],
      perform: (job, { signal, report }) => runJob(deps, { job, signal, progress: (rowsDone) => report({ rowsDone }) }),
      giveUp: (job) => failJob(deps, { job }, 'internal'),
      clock,
      logError,
    });
  // Small exports have a lane of their own, so that none waits for a large one.
  const lanes = [runLane('export', isSmallExport, 1), runLane('large export', isLargeExport, 2)];
  const wake = () => {
    for (const one of lanes) one.wake();
  };

  async function plan(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await planDueExports(deps)) > 0) bus.publish('exports.asked', {});
    await exportSchedule(db).deleteRemoved(clock.now() - restorableMs);
  }

  async function tidy(): Promise<void> {
    for (const { id, fileKey } of await store.expired(clock.now())) {
      if (fileKey !== null) await files.store.delete(fileKey);
      await store.forgetFile(id);
    }
  }

  const tasks = [
    ...lanes,
    runPeriodically(plan, intervals.pollMs, (error) => logError('repeating exports could not be looked for', error)),
    runPeriodically(tidy, intervals.tidyMs, (error) => logError('files of exports could not be taken away', error)),
  ];

  return {
    start() {
      stopListening = [
        bus.subscribe('exports.asked', wake),
        bus.subscribe('sites.changed', ({ organizationId }) => {
          replanExports(deps, organizationId).catch((error) => logError('exports could not be planned anew', error));
        }),
      ];
      for (const task of tasks) task.start();
    },
    async stop() {
      for (const one of stopListening) one();
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}

/** Registers metrics of pending exports, the oldest one's age, and recent failures. */
export function registerExportMetrics(db: Database, clock: Clock, registry: Registry): void {
  measureJobs(registry, clock, {
    states: {
      name: 'atrium_export_jobs',
      help: 'Exports waiting and running, and those that failed within 24 hours',
      of: ['waiting', 'running', 'failed'],
    },
    oldest: { name: 'atrium_export_oldest_waiting_seconds', help: 'Waiting time of the oldest export' },
    read: runningJobsStore(db).countByState,
  });
}
