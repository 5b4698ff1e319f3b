import type { Clock, Instant } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import type { Database } from '../../platform/relational/index.ts';
import { measureStored } from '../../platform/signals/index.ts';
import { outboxStore } from './outbox.store.ts';

/** Registers metrics of pending messages, and the age of the oldest due one. */
export function registerOutboxMetrics(db: Database, clock: Clock, registry: Registry): void {
  const { countByChannel } = outboxStore(db);
  const measure = (
    name: string,
    help: string,
    toValue: (counted: { readonly count: number; readonly oldest: Instant | null }) => number,
  ) =>
    measureStored(registry, {
      name,
      help,
      labelNames: ['channel'],
      read: async () =>
        (await countByChannel()).map((counted) => ({ labels: { channel: counted.group }, value: toValue(counted) })),
    });
  measure('atrium_outbox_waiting', 'Messages not sent yet; those due later are among them', ({ count }) => count);
  measure('atrium_outbox_oldest_due_seconds', 'How long the oldest message that is due has waited', ({ oldest }) =>
    oldest === null ? 0 : Math.max(0, clock.now() - oldest) / 1000,
  );
}
