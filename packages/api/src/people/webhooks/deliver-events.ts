import type { Clock, Instant } from '@atrium/domain/core';
import type { AddressGuard } from '../../platform/addresses/address-guard.ts';
import { fetchExternal } from '../../platform/addresses/fetch-external.ts';
import { createJobRunner, findRetryDelay, type JobIntervals, type JobRunner } from '../../platform/jobs/job-runner.ts';
import type { StoreRole } from '../../platform/relational/database-lock.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { deriveWebhookSecret, signWebhook } from './signing.ts';
import type { DeliveryTry } from './webhooks.schema.ts';
import { type DeliveryJob, deliveryQueue, type StoredWebhook, webhookEventsStore } from './webhooks.store.ts';

export interface DeliveryDependencies {
  readonly db: Database;
  readonly clock: Clock;
  /** Whether another process may deliver too. */
  readonly use: StoreRole;
  /** The product's secret. */
  readonly secret: string;
  readonly guard: AddressGuard;
  readonly logError: (message: string, error: unknown) => void;
  /** Time limit of a call with its response, ms. */
  readonly timeoutMs?: number;
  readonly intervals?: Partial<JobIntervals>;
}

/** A day in all, long enough to repair a receiver. */
export const retryDelaysMs = [5, 30, 120, 600, 1800, 3600, 2 * 3600, 4 * 3600, 7 * 3600, 9 * 3600].map(
  (seconds) => seconds * 1000,
);

/** Failed attempts in a row after which a webhook is paused. */
export const maxFailures = 50;

const defaultTimeoutMs = 15_000;
/** Longer than a call. */
const defaultIntervals: JobIntervals = { pollMs: 1000, leaseMs: 60_000, renewMs: 20_000 };
/** Characters of a response that the log has. */
const maxLoggedBody = 1000;
const maxTries = 20;

/**
 * Delivers events to webhooks. A delivery is marked after its response: a crash in between sends it again with the same
 * id. Any number of processes may run it.
 */
export function createWebhookSender(dependencies: DeliveryDependencies): JobRunner {
  const { db, clock, use, logError, intervals } = dependencies;
  const queue = deliveryQueue(db);
  return createJobRunner({
    ...defaultIntervals,
    ...intervals,
    name: 'webhook',
    queue,
    isAlone: use === 'standalone',
    loops: 2,
    batch: 5,
    retryDelaysMs,
    perform: (job) => deliver(dependencies, job),
    giveUp: async (job) => void (await queue.update(job, { state: 'failed' })),
    clock,
    logError,
  });
}

async function deliver(dependencies: DeliveryDependencies, job: DeliveryJob): Promise<void> {
  const { db, clock } = dependencies;
  const store = webhookEventsStore(db);
  const queue = deliveryQueue(db);
  const found = await store.find(job);
  if (found === null) return;
  const { webhook, event } = found;
  const isTest = event.type === 'webhook.test';
  if (webhook.pausedAt !== null && !isTest) return void (await queue.update(job, { state: 'skipped' }));
  const made = await call(dependencies, webhook, event);
  const tries = [...job.tries, made].slice(-maxTries);
  if (made.status !== null && made.status >= 200 && made.status < 300) {
    await store.countSuccess(webhook.id);
    await queue.update(job, { state: 'delivered', tries });
    return;
  }
  // By Standard Webhooks, 410 means that the receiver wants no more calls.
  await store.countFailure(webhook.id, made.status === 410 ? 0 : maxFailures, clock.now());
  const pause = findRetryDelay(retryDelaysMs, job.attempts);
  if (pause === null || made.status === 410) await queue.update(job, { state: 'failed', tries });
  else await queue.holdUntil(job, clock.now() + pause, { tries });
}

/** Returns the secrets that sign now: during a renewal's overlap, the previous one too. */
function listSecrets(secret: string, webhook: StoredWebhook, now: Instant): readonly string[] {
  const { id, organizationId, generation, previousUntil } = webhook;
  const generations =
    previousUntil !== null && previousUntil.getTime() > now ? [generation, generation - 1] : [generation];
  return generations.map((one) => deriveWebhookSecret(secret, { organizationId, webhookId: id, generation: one }));
}

async function call(
  { clock, secret, guard, timeoutMs = defaultTimeoutMs }: DeliveryDependencies,
  webhook: StoredWebhook,
  { messageId, body }: { readonly messageId: string; readonly body: string },
): Promise<DeliveryTry> {
  const at = clock.now();
  const begin = performance.now();
  const elapsed = () => Math.round(performance.now() - begin);
  const signed = signWebhook(listSecrets(secret, webhook, at), messageId, Math.floor(at / 1000), body);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...signed };
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const answer = await fetchExternal(new URL(webhook.url), { method: 'POST', headers, body, signal }, guard);
    const text = (await answer.text()).slice(0, maxLoggedBody).replaceAll('\u0000', '');
    return { at, status: answer.status, ms: elapsed(), body: text, problem: null };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'AbortError';
    const problem = isLate ? `no response within ${timeoutMs / 1000} s` : (error as Error).message;
    return { at, status: null, ms: elapsed(), body: '', problem: problem.slice(0, 300) };
  }
}
