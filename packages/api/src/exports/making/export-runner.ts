import { runPeriodically } from '../../platform/concurrency/run-periodically.ts';
import { createJobRunner, type JobIntervals } from '../../platform/jobs/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import { exportQueue, runningJobsStore } from '../jobs.store.ts';
import { restorableMs } from '../repeating/change-repeating.ts';
import { planDueExports, replanExports } from '../repeating/plan-due-exports.ts';
import { exportSchedule } from '../repeating/repeating.store.ts';
import { failJob, runJob } from './run-job.ts';
import '../exports.events.ts';

export interface RunnerIntervals extends JobIntervals {
  /** Interval of deleting expired files, ms. */
  readonly tidyMs: number;
}

/** Renewals also report the progress. */
const defaultIntervals: RunnerIntervals = { pollMs: 2000, renewMs: 1000, leaseMs: 20_000, tidyMs: 600_000 };

/** Time failed jobs stay in the list, ms. */
const failedRetentionMs = 30 * 86_400_000;

export interface ExportRunner {
  start(): void;
  /** Stops claiming. Running jobs are restarted by another process or the next start. */
  stop(): Promise<void>;
}

/**
 * Makes requested files, a few concurrently, and turns due slots of repeating exports into jobs. After a crash, another
 * process or the next start makes the file again. Any number of runners may run.
 */
export function createExportRunner(deps: ExportsDependencies, pace: Partial<RunnerIntervals> = {}): ExportRunner {
  const intervals = { ...defaultIntervals, ...pace };
  const { db, clock, bus, files, logError } = deps;
  const store = runningJobsStore(db);
  let stopListening: readonly (() => void)[] = [];
  const jobs = createJobRunner({
    ...intervals,
    name: 'export',
    queue: exportQueue(db),
    loops: 2,
    retryDelaysMs: [20_000, 20_000, 20_000],
    perform: (job, { signal, report }) => runJob(deps, { job, signal, progress: (rowsDone) => report({ rowsDone }) }),
    giveUp: (job) => failJob(deps, { job }, 'internal'),
    clock,
    logError,
  });

  async function plan(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await planDueExports(deps)) > 0) bus.publish('exports.asked', {});
    await exportSchedule(db).deleteRemoved(clock.now() - restorableMs);
  }

  async function tidy(): Promise<void> {
    for (const { id, fileKey } of await store.expired(clock.now())) {
      if (fileKey !== null) await files.store.delete(fileKey);
      await store.forgetFile(id);
    }
    await store.forgetOver(clock.now() - failedRetentionMs);
  }

  const tasks = [
    jobs,
    runPeriodically(plan, intervals.pollMs, (error) => logError('repeating exports could not be looked for', error)),
    runPeriodically(tidy, intervals.tidyMs, (error) => logError('files of exports could not be taken away', error)),
  ];

  return {
    start() {
      stopListening = [
        bus.subscribe('exports.asked', jobs.wake),
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
