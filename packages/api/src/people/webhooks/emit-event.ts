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

/** Events written by one statement. */
const batch = 200;

/**
 * Writes events and their deliveries in the transaction that they report, so that neither exists without the other. The
 * events are of one organization and type. Leaves out those that no webhook is called for, or whose key was written
 * before. Paused webhooks get a delivery that can be replayed.
 */
export async function emitWebhookEvents(transaction: Database, events: readonly WebhookEvent[]): Promise<void> {
  const [first] = events;
  if (first === undefined) return;
  const subscribers = await webhookEventsStore(transaction).subscribers(first.organizationId, first.type);
  for (let at = 0; subscribers.length > 0 && at < events.length; at += batch)
    await writeEvents(transaction, events.slice(at, at + batch), subscribers);
}

/** Writes events for these webhooks only. */
export async function writeEvents(
  transaction: Database,
  events: readonly WebhookEvent[],
  subscribers: readonly { readonly id: number; readonly pausedAt: Date | null }[],
): Promise<void> {
  const store = webhookEventsStore(transaction);
  const written = await store.insert(events.map(toRow));
  await store.insertDeliveries(
    written.flatMap(({ id: eventId, organizationId, at }) =>
      subscribers.map(({ id, pausedAt }) => ({
        organizationId,
        webhookId: id,
        eventId,
        state: pausedAt === null ? ('waiting' as const) : ('skipped' as const),
        createdAt: at,
        dueAt: at,
      })),
    ),
  );
}

function toRow({ organizationId, installationId, type, key, at, data }: WebhookEvent) {
  const now = new Date(at);
  const digest = createHash('sha256').update(`${organizationId}/${key}`).digest('hex').slice(0, 32);
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data });
  return { organizationId, installationId, type, eventKey: key, messageId: `msg_${digest}`, body, at: now };
}
