import { createHash } from 'node:crypto';
import type { Instant, OrganizationId } from '@atrium/domain/core';
import type { ChannelName, Content } from '../../platform/channels/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { outboxStore } from './outbox.store.ts';

/** Recipient, timing and key of a message. */
export interface Envelope {
  /** Null: no organization. */
  readonly organizationId: OrganizationId | null;
  /** Email address, phone number in international format, or endpoint of a push subscription. */
  readonly recipient: string;
  /**
   * Deduplication key, such as `report/12/2026-03-01/anna@example.com`. At most one message is sent per key, within the
   * 90 days that keys are retained.
   */
  readonly dedupeKey: string;
  /** Current time. */
  readonly at: Instant;
  /** Earliest time to send. Omitted: at once. */
  readonly notBefore?: Instant;
  /** After this time it is not delivered any more. */
  readonly expiresAt?: Instant;
}

export type Message = Envelope &
  { readonly [Name in ChannelName]: { readonly channel: Name; readonly content: Content[Name] } }[ChannelName];

/**
 * Enqueues a message in the transaction, so that it is sent only after the commit. Returns false, without a change, if
 * the key was enqueued before.
 */
export function enqueue(
  transaction: Database,
  { organizationId, recipient, dedupeKey, at, notBefore, expiresAt, channel, content }: Message,
): Promise<boolean> {
  return outboxStore(transaction).insert({
    organizationId,
    channel,
    recipient,
    dedupeKey,
    messageId: createHash('sha256').update(dedupeKey).digest('hex').slice(0, 40),
    content,
    createdAt: new Date(at),
    nextAttemptAt: new Date(notBefore ?? at),
    expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
  });
}
