import { setTimeout as delay } from 'node:timers/promises';
import type { OrganizationId } from '@atrium/domain/core';
import { traced } from '../../platform/tracing/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import type { ExportJob } from '../job.ts';
import { runningJobsStore } from '../jobs.store.ts';
import { createRepeatingPlanner } from '../repeating/repeating-planner.ts';
import { failJob, runJob } from './run-job.ts';

export interface RunnerIntervals {
  /** Poll interval while no job is waiting, ms. */
  readonly pollMs: number;
  /** Interval of lease renewals, which also report progress, ms. */
  readonly renewMs: number;
  /** Lease of a job without renewal, ms. */
  readonly leaseMs: number;
  /** Interval of deleting expired files, ms. */
  readonly tidyMs: number;
  /** Concurrent jobs per process. */
  readonly atOnce: number;
}

const defaultIntervals: RunnerIntervals = { pollMs: 2000, renewMs: 1000, leaseMs: 20_000, tidyMs: 600_000, atOnce: 2 };

/** Starts before a job fails, so that a job that crashes the process is not retried forever. */
const maxAttempts = 4;
/** Time failed jobs stay in the list, ms. */
const failedRetentionMs = 30 * 86_400_000;

export interface ExportRunner {
  start(): void;
  /** Stops claiming. Running jobs are restarted by another process or the next start. */
  stop(): Promise<void>;
}

/**
 * Makes requested files, a few concurrently. A job belongs to its process while the lease is renewed. After a crash,
 * another process or the next start makes the file again. Any number of runners may run.
 */
export function createExportRunner(deps: ExportsDependencies, pace: Partial<RunnerIntervals> = {}): ExportRunner {
  const { pollMs, renewMs, leaseMs, tidyMs, atOnce } = { ...defaultIntervals, ...pace };
  const { db, clock, bus, files, logError } = deps;
  const store = runningJobsStore(db);
  const planner = createRepeatingPlanner(deps, pollMs);
  const stopping = new AbortController();
  let wake = new AbortController();
  let running: readonly Promise<void>[] = [];
  let lastTurn: OrganizationId | null = null;
  let stopListening = () => {};

  async function attempt(job: ExportJob): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, stopping.signal]);
    let rowsDone = 0;
    const renewing = renewLease(ending, job, () => rowsDone);
    try {
      if (job.attempts > maxAttempts) await failJob(deps, { job }, 'internal');
      else await runJob(deps, { job, signal, progress: (rows) => (rowsDone = rows) });
    } catch (error) {
      if (stopping.signal.aborted) await store.giveBack(job, clock.now());
      else if (!signal.aborted) {
        logError('an export could not be made', error);
        if (job.attempts >= maxAttempts) await failJob(deps, { job }, 'internal');
      }
    } finally {
      ending.abort();
      await renewing;
    }
  }

  /** Renews the lease repeatedly. Aborts the job if another process has it, or if it was cancelled. */
  async function renewLease(ending: AbortController, job: ExportJob, rowsDone: () => number): Promise<void> {
    while (await waitFor(renewMs, ending.signal)) {
      const isTheirs = await store.renew(job, clock.now() + leaseMs, rowsDone()).catch(() => true);
      if (!isTheirs) ending.abort();
    }
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const job = await store.claim(clock.now(), clock.now() + leaseMs, lastTurn).catch((error: unknown) => {
        logError('exports could not be looked for', error);
        return null;
      });
      lastTurn = job?.organizationId ?? lastTurn;
      if (job !== null)
        await traced('export', {}, () => attempt(job)).catch((error: unknown) =>
          logError('an export could not be ended', error),
        );
      else await waitFor(pollMs, AbortSignal.any([stopping.signal, wake.signal]));
    }
  }

  async function tidy(): Promise<void> {
    do {
      try {
        for (const { id, fileKey } of await store.expired(clock.now())) {
          if (fileKey !== null) await files.store.delete(fileKey);
          await store.forgetFile(id);
        }
        await store.forgetOver(clock.now() - failedRetentionMs);
      } catch (error) {
        logError('files of exports could not be taken away', error);
      }
    } while (await waitFor(tidyMs, stopping.signal));
  }

  return {
    start() {
      stopListening = bus.subscribe('exports.asked', () => {
        wake.abort();
        wake = new AbortController();
      });
      planner.start();
      running = [...Array.from({ length: atOnce }, work), tidy()];
    },
    async stop() {
      stopping.abort();
      stopListening();
      await Promise.all([...running, planner.stop()]);
    },
  };
}

/** Returns false if the wait was aborted. */
async function waitFor(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal, ref: false }).catch(() => false);
}
