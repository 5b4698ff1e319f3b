import { setTimeout as delay } from 'node:timers/promises';
import type { OrganizationId } from '@atrium/domain/core';
import { traced } from '../../platform/tracing/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import type { ExportJob } from '../job.ts';
import { runningJobsStore } from '../jobs.store.ts';
import { repeatingPlanner } from '../repeating/repeating-planner.ts';
import { failJob, runJob } from './run-job.ts';

export interface RunnerPace {
  /** How often the table is looked at while nothing waits, ms. */
  readonly pollMs: number;
  /** How often it is said that a job is still being worked on, and how far it is, ms. */
  readonly renewMs: number;
  /** How long a job stays with a process that says nothing, ms. */
  readonly leaseMs: number;
  /** How often files that were kept long enough are looked for, ms. */
  readonly tidyMs: number;
  /** Jobs at once in this process. */
  readonly atOnce: number;
}

const usualPace: RunnerPace = { pollMs: 2000, renewMs: 1000, leaseMs: 20_000, tidyMs: 600_000, atOnce: 2 };

/** Times a job is begun before it is given up: what ends the process each time must not do so for ever. */
const mostAttempts = 4;
/** How long what came to nothing stays on the list, ms. */
const listedMs = 30 * 86_400_000;

export interface ExportRunner {
  start(): void;
  /** Takes nothing more up; what is under way is begun anew by whoever starts next. */
  stop(): Promise<void>;
}

/**
 * Makes the files that were asked for, a few at once. A job belongs to whoever took it as long as they say so; a process
 * that was killed says nothing, and another one, or the next start, begins its file anew. Any number may run.
 */
export function exportRunner(deps: ExportsDependencies, pace: Partial<RunnerPace> = {}): ExportRunner {
  const { pollMs, renewMs, leaseMs, tidyMs, atOnce } = { ...usualPace, ...pace };
  const { db, clock, bus, files, logError } = deps;
  const store = runningJobsStore(db);
  const planner = repeatingPlanner(deps, pollMs);
  const stopping = new AbortController();
  let wake = new AbortController();
  let running: readonly Promise<void>[] = [];
  let lastTurn: OrganizationId | null = null;
  let stopListening = () => {};

  async function attempt(job: ExportJob): Promise<void> {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, stopping.signal]);
    let rowsDone = 0;
    const renewing = renewUntil(ending, job, () => rowsDone);
    try {
      if (job.attempts > mostAttempts) await failJob(deps, { job }, 'internal');
      else await runJob(deps, { job, signal, progress: (rows) => (rowsDone = rows) });
    } catch (error) {
      if (stopping.signal.aborted) await store.giveBack(job, clock.now());
      else if (!signal.aborted) {
        logError('an export could not be made', error);
        if (job.attempts >= mostAttempts) await failJob(deps, { job }, 'internal');
      }
    } finally {
      ending.abort();
      await renewing;
    }
  }

  /** Says again and again whose the job is; ends it where it is not theirs any more, or nobody wants it. */
  async function renewUntil(ending: AbortController, job: ExportJob, rowsDone: () => number): Promise<void> {
    while (await waited(renewMs, ending.signal)) {
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
      else await waited(pollMs, AbortSignal.any([stopping.signal, wake.signal]));
    }
  }

  async function tidy(): Promise<void> {
    do {
      try {
        for (const { id, fileKey } of await store.expired(clock.now())) {
          if (fileKey !== null) await files.store.delete(fileKey);
          await store.forgetFile(id);
        }
        await store.forgetOver(clock.now() - listedMs);
      } catch (error) {
        logError('files of exports could not be taken away', error);
      }
    } while (await waited(tidyMs, stopping.signal));
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

/** False: it was not waited that long. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  return delay(ms, true, { signal, ref: false }).catch(() => false);
}
