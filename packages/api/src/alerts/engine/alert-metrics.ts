import type { Registry } from 'prom-client';
import type { Database } from '../../platform/relational/index.ts';
import { measureStored } from '../../platform/signals/index.ts';
import { watchedAlertsStore } from './watched-alerts.store.ts';

/** Registers metrics for the number of active alerts and of open firings. */
export function registerAlertMetrics(db: Database, registry: Registry): void {
  const store = watchedAlertsStore(db);
  measureStored(registry, {
    name: 'atrium_alerts',
    help: 'Alerts that are watched, and firings of theirs that have not ended',
    labelNames: ['state'],
    read: async () => Object.entries(await store.counts()).map(([state, value]) => ({ labels: { state }, value })),
  });
}
