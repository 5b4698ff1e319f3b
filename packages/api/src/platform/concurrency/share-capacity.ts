import type { Clock } from '@atrium/domain/core';
import { systemClock } from '../clock.ts';
import { Lane, type LaneLimits } from './lane.ts';

/** How much work of one kind runs at once, and how much of it one organization may hold. */
export interface Capacity {
  readonly atOnce: number;
  /** Pieces of work that one organization may run at once: the rest stays free for the others. */
  readonly ofOne: number;
  /** Pieces of work that may wait: all together, of one organization, of one person. */
  readonly waiting: LaneLimits['waiting'];
  /** ms that a piece of work waits before it is refused. */
  readonly waitMs: number;
}

/** Seconds after which whoever is refused may try again. */
const retryAfter = 10;

/**
 * Capacity that all organizations share: they take turns, and so do the people of one. What finds no room or waits too
 * long is refused as `Overloaded`; what nobody waits for any more ends with `Cancelled` before it begins.
 */
export function shareCapacity({ atOnce, ofOne, waiting, waitMs }: Capacity, clock: Clock = systemClock): Lane<null> {
  const limits: LaneLimits = {
    connections: atOnce,
    connectionsOfOne: ofOne,
    connectionsOfLarge: atOnce,
    waiting,
    wait: waitMs,
    waitOnceBegun: waitMs,
    retryAfter,
  };
  return new Lane(Array<null>(atOnce).fill(null), limits, clock);
}
