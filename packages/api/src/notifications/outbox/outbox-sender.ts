import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, err, type Result } from '@atrium/domain/core';
import { type ChannelName, type Channels, channelNames, type DeliveryProblem } from '../../platform/channels/index.ts';
import { withinTime } from '../../platform/concurrency/within-time.ts';
import type { Logger } from '../../platform/logging/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { type OutboxMessage, outboxStore } from './outbox.store.ts';
import { nextAttempt } from './retries.ts';

export interface Pace {
  /** How often the table is looked at while nothing is due, ms. */
  readonly pollMs: number;
  /** What one delivery may take, ms. */
  readonly deliveryMs: number;
  /** How long a message stays with the process that took it, ms; longer than a delivery may take. */
  readonly claimMs: number;
  /** Messages of one channel on their way at once. */
  readonly batch: number;
}

const usualPace: Pace = { pollMs: 500, deliveryMs: 45_000, claimMs: 60_000, batch: 10 };

/** How long dedupe keys are remembered, ms. */
const remembered = 90 * 24 * 60 * 60_000;
const tidyMs = 60 * 60_000;

export interface OutboxSenderDependencies {
  readonly db: Database;
  readonly channels: Channels;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  /** No other message will reach that recipient. */
  readonly onGone?: (channel: ChannelName, recipient: string) => Promise<void>;
  readonly pace?: Partial<Pace>;
}

export interface OutboxSender {
  start(): void;
  /** Takes nothing more, and waits up to `graceMs` for what is on its way; what is not done by then is sent later. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Delivers what the outbox holds, each channel at its own pace, so that a mail server that hangs keeps no text waiting.
 * A message is marked after it was delivered: a process killed in between leaves one that goes out again under the same
 * id, and none that never goes. Any number of processes may do this at once.
 */
export function outboxSender({ db, channels, clock, logger, onGone, pace }: OutboxSenderDependencies): OutboxSender {
  const { pollMs, deliveryMs, claimMs, batch } = { ...usualPace, ...pace };
  const store = outboxStore(db);
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();

  async function attempt<Name extends ChannelName>(name: Name, message: OutboxMessage<Name>) {
    try {
      const { messageId, recipient, content } = message;
      return await withinTime(channels[name].deliver({ messageId, recipient, content }), deliveryMs);
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
    const at = problem.kind === 'temporary' ? nextAttempt(clock.now(), message.attempts) : null;
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

  /** Does the work again and again; a database that does not answer is asked again later. */
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
      const tidy = () => store.forgetSettled(clock.now() - remembered).then(() => 0);
      running = Promise.all([...channelNames.map((name) => repeat(() => sendDue(name), pollMs)), repeat(tidy, tidyMs)]);
    },
    async stop(graceMs) {
      stopping.abort();
      await withinTime(running, graceMs).catch(() => {});
    },
  };
}
