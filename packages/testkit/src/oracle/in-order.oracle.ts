import type { Instant } from '@atrium/domain/core';

/** Returns the last item at or before an instant; the list is in order of time. */
export function findLastUpTo<One extends { readonly at: Instant }>(list: readonly One[], at: Instant): One | undefined {
  return list[countUpTo(list, at) - 1];
}

/** Counts the items at or before an instant; the list is in order of time. */
export function countUpTo(list: readonly { readonly at: Instant }[], at: Instant): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((list[middle] as { at: Instant }).at <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
