import type { Clock } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import type { Database } from '../../platform/relational/index.ts';
import { measureStored } from '../../platform/signals/index.ts';
import { type ChannelBacklog, outboxStore } from './outbox.store.ts';

/** Registers metrics of pending messages, and the age of the oldest due one. */
export function registerOutboxMetrics(db: Database, clock: Clock, registry: Registry): void {
  const store = outboxStore(db);
  const measure = (name: string, help: string, figureOf: (backlog: ChannelBacklog, now: number) => number) =>
    measureStored(registry, {
      name,
      help,
      labelNames: ['channel'],
      async read() {
        const now = clock.now();
        const backlogs = await store.backlog(now);
        return backlogs.map((backlog) => ({ labels: { channel: backlog.channel }, value: figureOf(backlog, now) }));
      },
    });
  measure('atrium_outbox_waiting', 'Messages not sent yet; those due later are among them', ({ waiting }) => waiting);
  measure('atrium_outbox_oldest_due_seconds', 'How long the oldest message that is due has waited', (backlog, now) =>
    backlog.oldestDue === null ? 0 : (now - backlog.oldestDue) / 1000,
  );
}
