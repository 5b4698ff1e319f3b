import { type PeriodicTask, runPeriodically } from '../../platform/concurrency/run-periodically.ts';
import type { Logger } from '../../platform/logging/index.ts';
import type { SampleSites } from './sample-data.ts';

const pauseMs = 10_000;

/** Lets sample sites report until stopped. Retries while a store is unavailable. */
export function runSampleSites({ report }: Pick<SampleSites, 'report'>, logger: Logger): PeriodicTask {
  return runPeriodically(report, pauseMs, (error) => logger.warn({ err: error }, 'sample sites could not report'));
}
