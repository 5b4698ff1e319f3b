import type { Instant } from '@atrium/domain/core';
import type { Bucket } from '../series/series.ts';

/** The part of a drawing its axis runs along, px. */
interface Across {
  readonly x: number;
  readonly width: number;
}

/** Where an instant lies: inside its bucket by its share of it, between buckets on their border. */
export function positionOf(buckets: readonly Bucket[], { x, width }: Across): (at: Instant) => number {
  return (at) => {
    const after = buckets.findIndex((bucket) => at < bucket.to);
    if (after < 0) return x + width;
    const bucket = buckets[after];
    const share = bucket ? Math.max(0, (at - bucket.from) / (bucket.to - bucket.from)) : 0;
    return x + ((after + share) / buckets.length) * width;
  };
}
