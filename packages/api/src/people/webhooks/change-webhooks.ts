import { randomUUID } from 'node:crypto';
import { type Clock, err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import { inTransaction, unwrap } from '../../platform/relational/in-transaction.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { recordAudit } from '../audit/index.ts';
import { writeEvents } from './emit-event.ts';
import type { WebhookEventType } from './event-types.ts';
import { deriveWebhookSecret } from './signing.ts';
import { type StoredWebhook, webhooksStore } from './webhooks.store.ts';

export interface WebhookChanges {
  readonly db: Database;
  readonly clock: Clock;
  /** The product's secret. */
  readonly secret: string;
  /** Whether an external host may be called. */
  readonly mayCall: (url: URL) => boolean;
}

export interface WebhookDraft {
  readonly url: string;
  readonly events: readonly WebhookEventType[];
}

/** A webhook with its secret, which is returned only when it is new. */
export interface WebhookWithSecret {
  readonly webhook: StoredWebhook;
  /** `whsec_` and base64. */
  readonly secret: string;
}

const maxWebhooks = 20;
const maxUrlLength = 500;
/** Time for which calls are signed with the previous secret too, ms. */
const overlapMs = 24 * 3_600_000;
/** Deliveries that one replay makes wait. */
const maxReplayed = 1000;

const noWebhook = failure('NOT_FOUND', 'No such webhook', 'webhookId');

/** Creates a webhook. BAD_INPUT for an address that is not called, no events, or too many webhooks. */
export async function createWebhook(
  changes: WebhookChanges,
  scope: Scope,
  draft: WebhookDraft,
): Promise<Result<WebhookWithSecret, Failure>> {
  const checked = check(changes, draft);
  if (!checked.ok) return checked;
  return inTransaction(changes.db, async (transaction) => {
    const store = webhooksStore(transaction);
    if ((await store.all(scope)).length >= maxWebhooks)
      unwrap(err(failure('BAD_INPUT', `An organization has at most ${maxWebhooks} webhooks`, 'endpoint')));
    const webhook = await store.insert(scope, { ...checked.value, at: changes.clock.now() });
    await record(changes, scope, transaction, webhook, 'webhook.created');
    return addSecret(changes, webhook);
  });
}

/** Changes a webhook. Active again, it starts without failures. NOT_FOUND, or BAD_INPUT as `createWebhook`. */
export async function updateWebhook(
  changes: WebhookChanges,
  scope: Scope,
  webhookId: number,
  { isPaused, ...draft }: WebhookDraft & { readonly isPaused: boolean },
): Promise<Result<StoredWebhook, Failure>> {
  const checked = check(changes, draft);
  if (!checked.ok) return checked;
  return inTransaction(changes.db, async (transaction) => {
    const store = webhooksStore(transaction);
    const before = unwrap(found(await store.find(scope, webhookId)));
    const pausedAt = isPaused ? (before.pausedAt ?? new Date(changes.clock.now())) : null;
    const fields = { ...checked.value, pausedAt, ...(isPaused ? {} : { failures: 0 }) };
    const webhook = unwrap(found(await store.update(scope, webhookId, fields)));
    await record(changes, scope, transaction, webhook, 'webhook.changed');
    return webhook;
  });
}

/** Deletes a webhook with its log. NOT_FOUND. */
export const deleteWebhook = (
  changes: WebhookChanges,
  scope: Scope,
  webhookId: number,
): Promise<Result<true, Failure>> =>
  inTransaction(changes.db, async (transaction) => {
    const webhook = unwrap(found(await webhooksStore(transaction).remove(scope, webhookId)));
    await record(changes, scope, transaction, webhook, 'webhook.deleted');
    return true as const;
  });

/** Issues a new secret. Calls are signed with the previous one too for a day. NOT_FOUND. */
export const renewWebhookSecret = (
  changes: WebhookChanges,
  scope: Scope,
  webhookId: number,
): Promise<Result<WebhookWithSecret, Failure>> =>
  inTransaction(changes.db, async (transaction) => {
    const until = changes.clock.now() + overlapMs;
    const webhook = unwrap(found(await webhooksStore(transaction).renew(scope, webhookId, until)));
    await record(changes, scope, transaction, webhook, 'webhook.renewed');
    return addSecret(changes, webhook);
  });

/** Sends a test event to a webhook. NOT_FOUND. */
export const testWebhook = (changes: WebhookChanges, scope: Scope, webhookId: number): Promise<Result<true, Failure>> =>
  inTransaction(changes.db, async (transaction) => {
    const webhook = unwrap(found(await webhooksStore(transaction).find(scope, webhookId)));
    const { organizationId } = scope;
    const event = { organizationId, installationId: null, type: 'webhook.test' as const, data: { webhookId } };
    const written = [{ ...event, key: `test/${randomUUID()}`, at: changes.clock.now() }];
    await writeEvents(transaction, written, [{ id: webhook.id, pausedAt: null }]);
    await record(changes, scope, transaction, webhook, 'webhook.tested');
    return true as const;
  });

/** Delivers again what has ended: one delivery. NOT_FOUND. Returns 0 if it still waits. */
export const replayDelivery = (
  changes: WebhookChanges,
  scope: Scope,
  deliveryId: number,
): Promise<Result<number, Failure>> =>
  inTransaction(changes.db, async (transaction) => {
    const store = webhooksStore(transaction);
    const delivery = await store.findDelivery(scope, deliveryId);
    if (delivery === null) return unwrap(err(failure('NOT_FOUND', 'No such delivery', 'webhookDeliveryId')));
    const webhook = unwrap(found(await store.find(scope, delivery.webhookId)));
    await record(changes, scope, transaction, webhook, 'webhook.replayed');
    return store.replay(scope, { deliveryId }, changes.clock.now(), 1);
  });

/** Delivers again all that ended of a period, at most 1000, oldest first; returns how many. NOT_FOUND, BAD_INPUT. */
export const replayPeriod = (
  changes: WebhookChanges,
  scope: Scope,
  { webhookId, from, to }: { readonly webhookId: number; readonly from: Instant; readonly to: Instant },
): Promise<Result<number, Failure>> =>
  inTransaction(changes.db, async (transaction) => {
    if (to <= from) unwrap(err(failure('BAD_INPUT', 'A period ends after it begins', 'to')));
    const store = webhooksStore(transaction);
    const webhook = unwrap(found(await store.find(scope, webhookId)));
    await record(changes, scope, transaction, webhook, 'webhook.replayed');
    return store.replay(scope, { webhookId, from, to }, changes.clock.now(), maxReplayed);
  });

const found = (webhook: StoredWebhook | null): Result<StoredWebhook, Failure> =>
  webhook === null ? err(noWebhook) : ok(webhook);

function addSecret({ secret }: WebhookChanges, webhook: StoredWebhook): WebhookWithSecret {
  const { id, organizationId, generation } = webhook;
  return { webhook, secret: deriveWebhookSecret(secret, { organizationId, webhookId: id, generation }) };
}

function check(
  { mayCall }: WebhookChanges,
  { url, events }: WebhookDraft,
): Result<{ readonly url: string; readonly events: WebhookEventType[] }, Failure> {
  const parsed = URL.parse(url.trim());
  const isPlain = parsed?.username === '' && parsed.password === '' && parsed.hash === '';
  if (parsed?.protocol !== 'https:' || !isPlain || parsed.href.length > maxUrlLength)
    return err(
      failure('BAD_INPUT', `endpoint takes an https address of at most ${maxUrlLength} characters`, 'endpoint'),
    );
  if (!mayCall(parsed)) return err(failure('BAD_INPUT', 'This address is not on the public internet', 'endpoint'));
  const chosen = [...new Set(events)].filter((one) => one !== 'webhook.test');
  if (chosen.length === 0) return err(failure('BAD_INPUT', 'A webhook needs an event', 'events'));
  return ok({ url: parsed.href, events: chosen });
}

async function record(
  { clock }: WebhookChanges,
  scope: Scope,
  transaction: Database,
  { id, url }: StoredWebhook,
  action:
    | 'webhook.created'
    | 'webhook.changed'
    | 'webhook.deleted'
    | 'webhook.renewed'
    | 'webhook.tested'
    | 'webhook.replayed',
): Promise<void> {
  // A path or query may be a secret of the receiver.
  const details = { host: new URL(url).host };
  await recordAudit(scope, transaction, { at: clock.now(), action, details, subjectId: id });
}
