import type { Clock } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import type { Database } from '../../platform/relational/index.ts';
import { measureStored } from '../../platform/signals/index.ts';
import { runningJobsStore } from '../jobs.store.ts';

const dayMs = 86_400_000;

/** How many files wait to be made, for how long the oldest has, and how many could not be made lately. */
export function measureExports(db: Database, clock: Clock, registry: Registry): void {
  const store = runningJobsStore(db);
  measureStored(registry, {
    name: 'atrium_export_jobs',
    help: 'Exports that wait or are being made, and those that failed within 24 hours',
    labelNames: ['state'],
    async read() {
      const { waiting, running, failed } = await store.backlog(clock.now() - dayMs);
      return Object.entries({ waiting, running, failed }).map(([state, value]) => ({ labels: { state }, value }));
    },
  });
  measureStored(registry, {
    name: 'atrium_export_oldest_waiting_seconds',
    help: 'How long the oldest export that waits has',
    async read() {
      const { oldestWaiting } = await store.backlog(clock.now() - dayMs);
      return [{ value: oldestWaiting === null ? 0 : (clock.now() - oldestWaiting) / 1000 }];
    },
  });
}
