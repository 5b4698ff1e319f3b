import type { Clock } from '@atrium/domain/core';
import { ConnectionPool, type PoolLimits } from './connection-pool.ts';
import { systemClock } from './timing.ts';

/** Concurrency of one kind of work, and the share one organization may use. */
export interface Capacity {
  readonly concurrency: number;
  /** Work that one organization may run at once; the rest stays free for others. */
  readonly perOwner: number;
  /** Maximum queued work: in total, per organization, per person. */
  readonly waiting: PoolLimits['waiting'];
  /** ms that work waits before it is refused. */
  readonly waitMs: number;
}

/** Seconds until refused work may be retried. */
const retryAfter = 10;

/**
 * Creates a pool that all organizations share: they take turns, and so do the people of one. Work that finds the queue
 * full or waits too long rejects with `Overloaded`. Work that is aborted before it starts rejects with `Cancelled`.
 */
export function shareCapacity(
  { concurrency, perOwner, waiting, waitMs }: Capacity,
  clock: Clock = systemClock,
): ConnectionPool<null> {
  const limits: PoolLimits = {
    connections: concurrency,
    maxPerOrganization: perOwner,
    maxLarge: concurrency,
    waiting,
    wait: waitMs,
    startedWaitMs: waitMs,
    retryAfter,
  };
  return new ConnectionPool(Array<null>(concurrency).fill(null), limits, clock);
}

/** Wraps a function so that at most `most` calls run at once; further calls wait. */
export function limitConcurrency<Args extends unknown[], Answer>(
  work: (...args: Args) => Promise<Answer>,
  most: number,
): (...args: Args) => Promise<Answer> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (...args) => {
    if (running < most) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work(...args);
    } finally {
      // The next waiting call takes over this slot.
      const begin = waiting.shift();
      if (begin === undefined) running -= 1;
      else begin();
    }
  };
}
