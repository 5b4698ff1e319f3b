import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@atrium/domain/core';
import type { SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { traced } from '../telemetry/spans.ts';
import type { ClaimedJob, JobQueue, JobTable } from './job-queue.ts';

export interface JobIntervals {
  /** Poll interval while no job is due, ms. */
  readonly pollMs: number;
  /** Lease of a job without renewal, ms. After a crash, another process continues when it ends. */
  readonly leaseMs: number;
  /** Interval of lease renewals, ms. */
  readonly renewMs: number;
}

export interface Attempt<Table extends JobTable> {
  /** Aborted when the runner stops, or when the job was cancelled or claimed by another process. */
  readonly signal: AbortSignal;
  /** Sets fields that the next renewal writes, such as the progress. */
  report(fields: PgUpdateSetSource<Table>): void;
}

export interface JobWork<Table extends JobTable, Job extends ClaimedJob> extends JobIntervals {
  /** What a job makes, for the log and traces. */
  readonly name: string;
  readonly queue: JobQueue<Table, Job>;
  /** Restricts the runner to some rows. */
  readonly where?: SQL;
  /** Loops per process. Each claims `batch` jobs, runs them concurrently, and claims again when all have ended. */
  readonly loops?: number;
  readonly batch?: number;
  /** Whether no other process runs these jobs. A start then continues at once what a killed process had claimed. */
  readonly isAlone?: boolean;
  /** Delays after the first, second, … failed attempt, ms. One more failure gives the job up. */
  readonly retryDelaysMs: readonly number[];
  /** Does the job and records its outcome. Throws to retry later. */
  readonly perform: (job: Job, attempt: Attempt<Table>) => Promise<void>;
  /** Records that no attempt is left, with the last error. Null: the process ended in the last attempt. */
  readonly giveUp: (job: Job, error: unknown) => Promise<void>;
  readonly clock: Clock;
  readonly logError: (message: string, error: unknown) => void;
}

export interface JobRunner {
  start(): void;
  /** Claims at once, because a job was enqueued. */
  wake(): void;
  /** Stops claiming. Running jobs are aborted and released, unless they end by themselves. */
  stop(): Promise<void>;
}

/** Returns the delay before the next attempt, ms. Null: none is left. */
export const findRetryDelay = (retryDelaysMs: readonly number[], attempts: number): number | null =>
  retryDelaysMs[attempts - 1] ?? null;

/**
 * Runs the jobs of a queue. A job belongs to its process while the lease is renewed; its updates are refused once another
 * process has claimed it. Any number of runners may run.
 */
export function createJobRunner<Table extends JobTable, Job extends ClaimedJob>(work: JobWork<Table, Job>): JobRunner {
  const { name, queue, where, loops = 1, batch = 1, isAlone = false, clock, logError } = work;
  const stopping = new AbortController();
  let waking = new AbortController();
  let lastTurn = -1;
  let running: Promise<unknown> = Promise.resolve();

  async function claim(): Promise<readonly Job[]> {
    const now = clock.now();
    const jobs = await queue.claim({ now, until: now + work.leaseMs, limit: batch, lastTurn, where });
    const last = jobs.at(-1);
    if (last !== undefined) lastTurn = last.organizationId ?? 0;
    return jobs;
  }

  async function release(): Promise<void> {
    const now = clock.now();
    await queue
      .releaseClaims(now, now + work.leaseMs, where)
      .catch((error: unknown) => logError(`${name}: claims of the last run could not be released`, error));
  }

  async function run(): Promise<void> {
    if (isAlone) await release();
    await Promise.all(Array.from({ length: loops }, loop));
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const woken = waking.signal;
      const jobs = await claim().catch((error: unknown) => {
        logError(`${name}: due jobs could not be claimed`, error);
        return [];
      });
      const attempts = jobs.map((job) =>
        traced(name, {}, () => attempt(work, job, stopping.signal)).catch((error: unknown) =>
          logError(`${name}: the outcome could not be recorded`, error),
        ),
      );
      await Promise.all(attempts);
      if (jobs.length === 0) await waitFor(work.pollMs, AbortSignal.any([stopping.signal, woken]));
    }
  }

  return {
    start() {
      running = run();
    },
    wake() {
      waking.abort();
      waking = new AbortController();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function attempt<Table extends JobTable, Job extends ClaimedJob>(
  work: JobWork<Table, Job>,
  job: Job,
  stopping: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const lease = keepLease(work, job, lost);
  const signal = AbortSignal.any([lost.signal, stopping]);
  // Without this limit, a job that crashes its process would crash one process after another, forever.
  const isExhausted = job.attempts > work.retryDelaysMs.length + 1;
  try {
    await (isExhausted ? work.giveUp(job, null) : work.perform(job, { signal, report: lease.report }));
    await lease.end();
  } catch (error) {
    await lease.end();
    if (!lost.signal.aborted) await retry(work, job, stopping, error);
  }
}

/** Renews the lease repeatedly, and aborts `lost` once another process has the job or it was cancelled. */
function keepLease<Table extends JobTable, Job extends ClaimedJob>(
  { queue, clock, leaseMs, renewMs }: JobWork<Table, Job>,
  job: Job,
  lost: AbortController,
) {
  const ended = new AbortController();
  let reported: PgUpdateSetSource<Table> = {};
  const renew = async () => {
    while (await waitFor(renewMs, ended.signal)) {
      const isOwn = await queue.holdUntil(job, clock.now() + leaseMs, reported).catch(() => true);
      if (!isOwn) lost.abort();
    }
  };
  const renewing = renew();
  return {
    report(fields: PgUpdateSetSource<Table>) {
      reported = fields;
    },
    /** Resolves once no renewal can follow. */
    end() {
      ended.abort();
      return renewing;
    },
  };
}

async function retry<Table extends JobTable, Job extends ClaimedJob>(
  { name, queue, retryDelaysMs, giveUp, clock, logError }: JobWork<Table, Job>,
  job: Job,
  stopping: AbortSignal,
  error: unknown,
): Promise<void> {
  // Another process, or the next start, can continue at once.
  if (stopping.aborted) return void (await queue.holdUntil(job, clock.now()));
  logError(`${name}: an attempt failed`, error);
  const pause = findRetryDelay(retryDelaysMs, job.attempts);
  await (pause === null ? giveUp(job, error) : queue.holdUntil(job, clock.now() + pause));
}

/** Returns false if the wait was aborted. */
const waitFor = (ms: number, signal: AbortSignal): Promise<boolean> =>
  delay(ms, true, { signal, ref: false }).catch(() => false);
