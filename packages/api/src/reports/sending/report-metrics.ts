import type { Clock } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import type { Database } from '../../platform/relational/index.ts';
import { measureStored } from '../../platform/signals/index.ts';
import { openDeliveriesStore } from '../deliveries.store.ts';

const dayMs = 86_400_000;

/** How many reports wait to be made and handed to the outbox, for how long, and how many came to nothing lately. */
export function measureReports(db: Database, clock: Clock, registry: Registry): void {
  const store = openDeliveriesStore(db);
  measureStored(registry, {
    name: 'atrium_report_deliveries',
    help: 'Reports that are due and not made yet, and those of the last 24 hours that failed',
    labelNames: ['state'],
    async read() {
      const { waiting, failed } = await store.backlog(clock.now() - dayMs);
      return Object.entries({ waiting, failed }).map(([state, value]) => ({ labels: { state }, value }));
    },
  });
  measureStored(registry, {
    name: 'atrium_report_oldest_waiting_seconds',
    help: 'How long the oldest report that is due has waited',
    async read() {
      const { oldestWaiting } = await store.backlog(clock.now() - dayMs);
      return [{ value: oldestWaiting === null ? 0 : (clock.now() - oldestWaiting) / 1000 }];
    },
  });
}
