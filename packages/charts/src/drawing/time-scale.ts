import type { Instant } from '@atrium/domain/core';
import type { Bucket } from '../series/series.ts';

/** The drawing's extent along its axis, in px. */
interface Across {
  readonly x: number;
  readonly width: number;
}

/** Returns the position of an instant: proportional within its bucket, at the border between buckets. */
export function createTimeScale(buckets: readonly Bucket[], { x, width }: Across): (at: Instant) => number {
  return (at) => {
    const after = buckets.findIndex((bucket) => at < bucket.to);
    if (after < 0) return x + width;
    const bucket = buckets[after];
    const share = bucket ? Math.max(0, (at - bucket.from) / (bucket.to - bucket.from)) : 0;
    return x + ((after + share) / buckets.length) * width;
  };
}
