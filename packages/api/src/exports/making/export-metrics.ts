import type { Clock } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import { measureJobs } from '../../platform/jobs/index.ts';
import type { Database } from '../../platform/relational/index.ts';

import { runningJobsStore } from '../jobs.store.ts';

/** Registers metrics of pending exports, the oldest one's age, and recent failures. */
export function registerExportMetrics(db: Database, clock: Clock, registry: Registry): void {
  measureJobs(registry, clock, {
    states: {
      name: 'atrium_export_jobs',
      help: 'Exports that wait or are being made, and those that failed within 24 hours',
      of: ['waiting', 'running', 'failed'],
    },
    oldest: { name: 'atrium_export_oldest_waiting_seconds', help: 'How long the oldest export that waits has' },
    read: runningJobsStore(db).countByState,
  });
}
