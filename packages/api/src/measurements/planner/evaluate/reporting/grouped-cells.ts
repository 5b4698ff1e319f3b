import type { Instant } from '@atrium/domain/core';
import type { Cell, Measure } from '@atrium/domain/measurements';
import type { Bucket, BucketGroups } from '../../plan/timeline.ts';
import { isSilent } from './series-reporting.ts';

/** What is found out about the buckets of a group, each by itself. */
const known = 1;
const lacking = 2;

/**
 * The cell of each group of buckets, as if those of its buckets were joined: known where anything is, in part where not
 * all of it is. A year of a site has thousands of buckets, and no cell is made for each.
 */
export function groupedCells(
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
