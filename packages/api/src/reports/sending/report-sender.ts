import { runPeriodically } from '../../platform/concurrency/run-periodically.ts';
import { createJobRunner, type JobIntervals } from '../../platform/jobs/index.ts';
import { restorableMs } from '../definitions/change-reports.ts';
import { reportSchedule } from '../definitions/reports.store.ts';
import { deliveryQueue, pendingDeliveriesStore } from '../deliveries.store.ts';
import { makeDelivery } from './make-delivery.ts';
import { planSlots } from './plan-slots.ts';
import { deleteFiles, folderOf, linkLifeMs } from './report-files.ts';
import type { SendingDependencies } from './sending-dependencies.ts';

export interface SenderIntervals extends JobIntervals {
  /** Timeout for making one report, ms. */
  readonly makingMs: number;
  readonly tidyMs: number;
}

const defaultIntervals: SenderIntervals = {
  pollMs: 5000,
  makingMs: 240_000,
  leaseMs: 300_000,
  renewMs: 60_000,
  tidyMs: 3_600_000,
};

/** Retention of the delivery history, ms. */
const historyRetentionMs = 400 * 86_400_000;

export interface ReportSender {
  start(): void;
  /** Checks at once, because a report was requested. */
  wake(): void;
  /** Stops claiming. The delivery in progress is released for another process. */
  stop(): Promise<void>;
}

/**
 * Sends due reports one at a time, to limit its share of the machine. Any number of processes may run it concurrently.
 */
export function createReportSender(deps: SendingDependencies, pace: Partial<SenderIntervals> = {}): ReportSender {
  const intervals = { ...defaultIntervals, ...pace };
  const { db, clock, logError } = deps;
  const deliveries = pendingDeliveriesStore(db);
  const jobs = createJobRunner({
    ...intervals,
    name: 'report',
    queue: deliveryQueue(db),
    retryDelaysMs: [60_000, 120_000, 180_000],
    perform: (delivery, { signal }) =>
      makeDelivery(deps, delivery, AbortSignal.any([signal, AbortSignal.timeout(intervals.makingMs)])),
    giveUp: async (delivery) => void (await deliveries.fail(delivery, 'NOT_MADE')),
    clock,
    logError,
  });

  async function plan(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await planSlots(deps)) > 0) jobs.wake();
  }

  async function tidy(): Promise<void> {
    const now = clock.now();
    await reportSchedule(db).deleteRemoved(now - restorableMs);
    // The window before this one covers downtime of the server.
    for (const { id, organizationId } of await deliveries.over(now - linkLifeMs, now - 2 * linkLifeMs))
      await deleteFiles(deps.files, folderOf(organizationId, id));
    await deliveries.forget(now - historyRetentionMs);
  }

  const tasks = [
    jobs,
    runPeriodically(plan, intervals.pollMs, (error) => logError('reports could not be looked for', error)),
    runPeriodically(tidy, intervals.tidyMs, (error) => logError('old reports could not be taken away', error)),
  ];

  return {
    start() {
      for (const task of tasks) task.start();
    },
    wake: jobs.wake,
    async stop() {
      await Promise.all(tasks.map((task) => task.stop()));
    },
  };
}
