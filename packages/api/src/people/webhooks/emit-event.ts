import { createHash } from 'node:crypto';
import type { Instant, OrganizationId } from '@atrium/domain/core';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { WebhookEventType } from './event-types.ts';
import { webhookEventsStore } from './webhooks.store.ts';

/** Something that other programs may be told. */
export interface WebhookEvent {
  readonly organizationId: OrganizationId;
  /** Null: no site in particular. */
  readonly installationId: number | null;
  readonly type: WebhookEventType;
  /** Deduplication key within the organization, such as `day/7/2026-03-01`. */
  readonly key: string;
  readonly at: Instant;
  /** JSON, with times in RFC 3339. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Writes an event and its deliveries in the transaction that it reports, so that neither exists without the other. Does
 * nothing if no webhook is called for it, or its key was written before. Paused webhooks get a delivery that can be
 * replayed.
 */
export async function emitWebhookEvent(transaction: Database, event: WebhookEvent): Promise<void> {
  const subscribers = await webhookEventsStore(transaction).subscribers(event.organizationId, event.type);
  await writeEvent(transaction, event, subscribers);
}

/** Writes an event for these webhooks only. */
export async function writeEvent(
  transaction: Database,
  { organizationId, installationId, type, key, at, data }: WebhookEvent,
  subscribers: readonly { readonly id: number; readonly pausedAt: Date | null }[],
): Promise<void> {
  if (subscribers.length === 0) return;
  const store = webhookEventsStore(transaction);
  const now = new Date(at);
  const digest = createHash('sha256').update(`${organizationId}/${key}`).digest('hex').slice(0, 32);
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
  const event = { organizationId, installationId, type, eventKey: key, messageId: `msg_${digest}`, body, at: now };
  const eventId = await store.insert(event);
  if (eventId === null) return;
  await store.insertDeliveries(
    subscribers.map(({ id, pausedAt }) => ({
      organizationId,
      webhookId: id,
      eventId,
      state: pausedAt === null ? 'waiting' : 'skipped',
      createdAt: now,
      dueAt: now,
    })),
  );
}
