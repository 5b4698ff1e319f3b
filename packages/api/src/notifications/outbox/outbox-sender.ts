import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, err, type Result } from '@atrium/domain/core';
import { type ChannelName, type Channels, channelNames, type DeliveryProblem } from '../../platform/channels/index.ts';
import { withTimeout } from '../../platform/concurrency/with-timeout.ts';
import type { Logger } from '../../platform/logging/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { type OutboxMessage, outboxStore } from './outbox.store.ts';
import { findNextAttempt } from './retries.ts';

export interface SenderIntervals {
  /** Poll interval while no message is due, ms. */
  readonly pollMs: number;
  /** Timeout of one delivery, ms. */
  readonly deliveryMs: number;
  /** Time a message is claimed by a process, ms. Longer than the timeout of a delivery. */
  readonly claimMs: number;
  /** Concurrent deliveries per channel. */
  readonly batch: number;
}

const defaultIntervals: SenderIntervals = { pollMs: 500, deliveryMs: 45_000, claimMs: 60_000, batch: 10 };

/** Retention of dedupe keys, ms. */
const keyRetentionMs = 90 * 24 * 60 * 60_000;
const tidyMs = 60 * 60_000;

export interface OutboxSenderDependencies {
  readonly db: Database;
  readonly channels: Channels;
  readonly clock: Clock;
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
export function createOutboxSender({
  db,
  channels,
  clock,
  logger,
  onGone,
  pace,
}: OutboxSenderDependencies): OutboxSender {
  const { pollMs, deliveryMs, claimMs, batch } = { ...defaultIntervals, ...pace };
  const store = outboxStore(db);
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function attempt<Name extends ChannelName>(name: Name, message: OutboxMessage<Name>) {
    try {
      const { messageId, recipient, content } = message;
      return await withTimeout(channels[name].deliver({ messageId, recipient, content }), deliveryMs);
    } catch (error) {
      logger.error({ err: error, messageId: message.messageId }, `delivering by ${name} failed`);
      return err({ kind: 'temporary', reason: 'the delivery failed unexpectedly' } as const);
    }
  }

  async function settle(
    name: ChannelName,
    message: OutboxMessage,
    outcome: Result<void, DeliveryProblem>,
  ): Promise<void> {
    if (outcome.ok) return store.markSent(message.id, clock.now());
    const problem = outcome.error;
    const at = problem.kind === 'temporary' ? findNextAttempt(clock.now(), message.attempts) : null;
    const { messageId, attempts } = message;
    logger.warn(
      { messageId, attempts, reason: problem.reason },
      at === null ? 'a message was given up' : 'a message has to wait',
    );
    if (problem.kind === 'gone') await onGone?.(name, message.recipient);
    await (at === null ? store.giveUp(message, problem) : store.putOff(message, at, problem));
  }

  async function sendDue<Name extends ChannelName>(name: Name): Promise<number> {
    const now = clock.now();
    const due = await store.claim(name, now, now + claimMs, batch);
    await Promise.all(due.map(async (message) => settle(name, message, await attempt(name, message))));
    return due.length;
  }

  /** Runs the work repeatedly. An error of the database delays the next run. */
  async function repeat(work: () => Promise<number>, pauseMs: number): Promise<void> {
    while (!stopping.signal.aborted) {
      const done = await work().catch((error: unknown) => {
        logger.error({ err: error }, 'the outbox could not be worked through');
        return 0;
      });
      if (done === 0) await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    start() {
      const tidy = () => store.forgetSettled(clock.now() - keyRetentionMs).then(() => 0);
      running = Promise.all([...channelNames.map((name) => repeat(() => sendDue(name), pollMs)), repeat(tidy, tidyMs)]);
    },
    async stop(graceMs) {
      stopping.abort();
      await withTimeout(running, graceMs).catch(() => {});
    },
  };
}
