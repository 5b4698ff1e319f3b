import { type Clock, err, type Instant, type Result } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import {
  type ChannelName,
  type Channels,
  type Content,
  channelNames,
  type DeliveryProblem,
} from '../../../platform/channels/channel.ts';
import { withTimeout } from '../../../platform/concurrency/timing.ts';
import { createJobRunner, findRetryDelay, type JobIntervals } from '../../../platform/jobs/job-runner.ts';
import type { StoreRole } from '../../../platform/relational/database-lock.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Logger } from '../../../platform/telemetry/logger.ts';
import { measureStored } from '../../../platform/telemetry/stored-metrics.ts';
import { isOfChannel, type OutboxMessage, outboxQueue, outboxStore } from './outbox.store.ts';

export interface SenderIntervals extends JobIntervals {
  /** Timeout of one delivery, ms. Shorter than the lease. */
  readonly deliveryMs: number;
  /** Concurrent deliveries per channel. */
  readonly batch: number;
}

const defaultIntervals: SenderIntervals = {
  pollMs: 500,
  deliveryMs: 45_000,
  leaseMs: 60_000,
  renewMs: 20_000,
  batch: 10,
};

/** Short at first, then long enough to repair a server. */
export const retryDelaysMs = [5, 20, 60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600].map(
  (seconds) => seconds * 1000,
);

export interface OutboxSenderDependencies {
  readonly db: Database;
  readonly channels: Channels;
  readonly clock: Clock;
  /** Whether another process may send messages too. Missing: it may. */
  readonly use?: StoreRole;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  /** Called when a recipient cannot be reached any more. */
  readonly onGone?: (channel: ChannelName, recipient: string) => Promise<void>;
  readonly pace?: Partial<SenderIntervals>;
}

export interface OutboxSender {
  start(): void;
  /** Stops claiming and waits up to `graceMs` for deliveries in progress. The others are sent later. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Delivers the messages of the outbox. Each channel has its own loop, so that a hanging mail server delays no text
 * message. A message is marked after its delivery: a crash in between sends it again with the same id, and loses none.
 * Any number of processes may run it concurrently.
 */
export function createOutboxSender(dependencies: OutboxSenderDependencies): OutboxSender {
  const { db, clock, logger } = dependencies;
  const intervals = { ...defaultIntervals, ...dependencies.pace };
  const queue = outboxQueue(db);
  const logError = (message: string, error: unknown) => logger.error({ err: error }, message);
  const senders = channelNames.map((name) =>
    createJobRunner({
      ...intervals,
      name: `${name} message`,
      queue,
      where: isOfChannel(name),
      isAlone: dependencies.use === 'standalone',
      retryDelaysMs,
      perform: (message) => send(dependencies, name, message, intervals.deliveryMs),
      giveUp: async (message) => void (await queue.update(message, failedBecause('no attempt is left'))),
      clock,
      logError,
    }),
  );

  return {
    start() {
      for (const sender of senders) sender.start();
    },
    async stop(graceMs) {
      await withTimeout(Promise.all(senders.map((sender) => sender.stop())), graceMs).catch(() => {});
    },
  };
}

/** The content may hold codes and links. */
const failedBecause = (problem: string) => ({ status: 'failed', content: null, problem }) as const;

async function send(
  { db, channels, clock, logger, onGone }: OutboxSenderDependencies,
  name: ChannelName,
  message: OutboxMessage,
  deliveryMs: number,
): Promise<void> {
  const queue = outboxQueue(db);
  const { id, expiresAt, messageId, attempts, recipient } = message;
  if (expiresAt !== null && expiresAt <= clock.now()) {
    const expired = failedBecause('expired before it could be delivered');
    return void (await queue.update(message, { ...expired, attempts: attempts - 1 }));
  }
  const outcome = await deliver({ channels, logger }, name, message, deliveryMs);
  if (outcome.ok) return outboxStore(db).markSent(id, clock.now());
  const { kind, reason } = outcome.error;
  const pause = kind === 'temporary' ? findRetryDelay(retryDelaysMs, attempts) : null;
  logger.warn({ messageId, attempts, reason }, pause === null ? 'a message was given up' : 'a message has to wait');
  if (kind === 'gone') await onGone?.(name, recipient);
  if (pause === null) await queue.update(message, failedBecause(reason));
  else await queue.holdUntil(message, clock.now() + pause, { problem: reason });
}

async function deliver<Name extends ChannelName>(
  { channels, logger }: Pick<OutboxSenderDependencies, 'channels' | 'logger'>,
  name: Name,
  { messageId, recipient, content }: OutboxMessage,
  deliveryMs: number,
): Promise<Result<void, DeliveryProblem>> {
  try {
    // The message was claimed by its channel, which determines the type of its content.
    const delivery = { messageId, recipient, content: content as Content[Name] };
    return await withTimeout(channels[name].deliver(delivery), deliveryMs);
  } catch (error) {
    logger.error({ err: error, messageId }, `delivering by ${name} failed`);
    return err({ kind: 'temporary', reason: 'the delivery failed unexpectedly' });
  }
}

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
  measure('atrium_outbox_waiting', 'Messages not sent yet, including those due later', ({ count }) => count);
  measure('atrium_outbox_oldest_due_seconds', 'Waiting time of the oldest message that is due', ({ oldest }) =>
    oldest === null ? 0 : Math.max(0, clock.now() - oldest) / 1000,
  );
}
