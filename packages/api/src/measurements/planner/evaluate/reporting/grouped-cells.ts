import type { Instant } from '@atrium/domain/core';
import type { Cell, Measure } from '@atrium/domain/measurements';
import type { Bucket, BucketGroups } from '../../plan/timeline.ts';
import { isSilent } from './series-reporting.ts';

/** Flags collected from the buckets of a group. */
const known = 1;
const lacking = 2;

/**
 * Returns the cell of each bucket group as if its buckets were merged: known if any is, partial if any is incomplete. A
 * year of a site has thousands of buckets, so no cell is created per bucket.
 */
export function buildGroupedCells(
  buckets: readonly Bucket[],
  { of, firsts }: BucketGroups,
  { owed, delivered }: { readonly owed: Float64Array; readonly delivered: Float64Array },
  now: Instant,
  { isKnown, measureOf }: { isKnown(bucket: number): boolean; measureOf(group: number): Measure },
): Cell[] {
  const found = new Uint8Array(firsts.length);
  for (let index = 0; index < buckets.length; index++) {
    const { closed, to } = buckets[index] as Bucket;
    if (closed) continue;
    const group = of[index] as number;
    const isWhole = to <= now && !isSilent(owed[index] as number, delivered[index] as number);
    found[group] = (found[group] as number) | (isKnown(index) ? (isWhole ? known : known | lacking) : lacking);
  }
  return Array.from(found, (state, group): Cell => {
    if (state === 0) return { state: 'closed' };
    if ((state & known) === 0) return { state: 'missing' };
    return { state: 'known', partial: (state & lacking) !== 0, measure: measureOf(group) };
  });
}
