import type { Clock } from '@atrium/domain/core';
import { systemClock } from '../clock.ts';
import { ConnectionPool, type PoolLimits } from './connection-pool.ts';

/** Concurrency of one kind of work, and the share one organization may use. */
export interface Capacity {
  readonly atOnce: number;
  /** Work that one organization may run at once; the rest stays free for others. */
  readonly ofOne: number;
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
  { atOnce, ofOne, waiting, waitMs }: Capacity,
  clock: Clock = systemClock,
): ConnectionPool<null> {
  const limits: PoolLimits = {
    connections: atOnce,
    connectionsOfOne: ofOne,
    connectionsOfLarge: atOnce,
    waiting,
    wait: waitMs,
    waitOnceBegun: waitMs,
    retryAfter,
  };
  return new ConnectionPool(Array<null>(atOnce).fill(null), limits, clock);
}
