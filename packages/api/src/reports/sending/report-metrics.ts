import type { Clock } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import { measureJobs } from '../../platform/jobs/index.ts';
import type { Database } from '../../platform/relational/index.ts';

import { pendingDeliveriesStore } from '../deliveries.store.ts';

/** Registers metrics of pending reports, the oldest one's age, and recent failures. */
export function registerReportMetrics(db: Database, clock: Clock, registry: Registry): void {
  measureJobs(registry, clock, {
    states: {
      name: 'atrium_report_deliveries',
      help: 'Reports that are due and not made yet, and those of the last 24 hours that failed',
      of: ['waiting', 'failed'],
    },
    oldest: { name: 'atrium_report_oldest_waiting_seconds', help: 'How long the oldest report that is due has waited' },
    read: pendingDeliveriesStore(db).countByState,
  });
}
