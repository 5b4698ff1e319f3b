import { createHash } from 'node:crypto';
import type { Instant, OrganizationId } from '@atrium/domain/core';
import type { ChannelName, Content } from '../../platform/channels/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { outboxStore } from './outbox.store.ts';

/** Who gets a message, when, and what it is about. */
export interface Envelope {
  /** null: it is about no organization. */
  readonly organizationId: OrganizationId | null;
  /** An email address, a phone number in international form, or a push subscription's address. */
  readonly recipient: string;
  /**
   * What the message is about, such as `report/12/2026-03-01/anna@example.com`: at most one is ever sent under a key
   * (within the 90 days that keys are remembered).
   */
  readonly dedupeKey: string;
  /** The present. */
  readonly at: Instant;
  /** Goes out no sooner; left out: at once. */
  readonly notBefore?: Instant;
  /** After this instant it is not worth delivering any more. */
  readonly expiresAt?: Instant;
}

export type Message = Envelope &
  { readonly [Name in ChannelName]: { readonly channel: Name; readonly content: Content[Name] } }[ChannelName];

/**
 * Sends a message once the given transaction is committed, and never otherwise. False: one was enqueued under that key
 * before, and nothing is added.
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
