import { createHash } from 'node:crypto';
import type { Instant, OrganizationId } from '@atrium/domain/core';
import type { ChannelName, Content, MailContent } from '../../../platform/channels/channel.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type MailName, type MailParams, mails, type TextName, type TextParams, texts } from '../mails/index.ts';
import { findLanguage } from '../messages/languages.ts';
import { createSpeech, type Speech } from '../messages/speech.ts';
import { outboxStore } from './outbox.store.ts';

/** Messages that follow another within this time are grouped and sent at its end, ms. */
const groupingMs = 60_000;

/** When to send a message that may follow another. */
type Grouping =
  /** No recent message: send at once. */
  | { readonly kind: 'now' }
  /** A recent message was sent: send from this time on. */
  | { readonly kind: 'later'; readonly notBefore: Instant }
  /** A grouped message is pending. It was taken back, to be rewritten with the new content under another key. */
  | { readonly kind: 'with'; readonly dedupeKey: string; readonly notBefore: Instant };

/**
 * Decides when to send a message whose key starts with `keys`. The first is sent at once; those that follow are grouped
 * and sent a minute later. A lock on `keys` lasts until the transaction ends.
 */
export async function planGrouping(transaction: Database, keys: string, now: Instant): Promise<Grouping> {
  const store = outboxStore(transaction);
  await store.lockKeys([keys]);
  const waiting = await store.takeBack(keys, now);
  if (waiting !== null) return { kind: 'with', ...waiting };
  const last = await store.lastUnder(keys, now - groupingMs);
  return last === null ? { kind: 'now' } : { kind: 'later', notBefore: last + groupingMs };
}

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

/** An envelope with the language of the reader. */
export interface Letter extends Envelope {
  /** Language of the reader's profile. */
  readonly language: string;
}

/** Renders a mail in the reader's language and enqueues it. Returns false if its key was enqueued before. */
export function enqueueMail<Name extends MailName>(
  transaction: Database,
  { language, ...envelope }: Letter,
  name: Name,
  params: MailParams<Name>,
): Promise<boolean> {
  const write = mails[name] as (speech: Speech, params: MailParams<Name>) => MailContent;
  const content = write(createSpeech(findLanguage(language)), params);
  return enqueue(transaction, { ...envelope, channel: 'mail', content });
}

/** Renders a text message in the reader's language and enqueues it. Returns false if its key was enqueued before. */
export function enqueueText<Name extends TextName>(
  transaction: Database,
  { language, ...envelope }: Letter,
  name: Name,
  params: TextParams<Name>,
): Promise<boolean> {
  const write = texts[name] as (speech: Speech, params: TextParams<Name>) => string;
  const content = { text: write(createSpeech(findLanguage(language)), params) };
  return enqueue(transaction, { ...envelope, channel: 'sms', content });
}
