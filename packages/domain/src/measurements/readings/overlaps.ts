import type { Instant } from '../../core/index.ts';
import type { Reading } from './reading.ts';

/** Time span of a reading; `interval` in seconds. */
export type Covered = Pick<Reading, 'at' | 'interval'>;

export const getReadingEnd = ({ at, interval }: Covered): Instant => at + interval * 1000;

export const doOverlap = (one: Covered, other: Covered): boolean =>
  one.at < getReadingEnd(other) && other.at < getReadingEnd(one);

/** Returns the share of a reading's interval without finer readings; only that share counts. */
export function computeCountedShare(reading: Covered, others: readonly Covered[]): number {
  const finer = others
    .filter((other) => other.interval > 0 && other.interval < reading.interval && doOverlap(reading, other))
    .sort((left, right) => left.at - right.at);
  let covered = 0;
  let until = reading.at;
  for (const other of finer) {
    const end = Math.min(getReadingEnd(other), getReadingEnd(reading));
    covered += Math.max(0, end - Math.max(other.at, until));
    until = Math.max(until, end);
  }
  return 1 - covered / (reading.interval * 1000);
}
