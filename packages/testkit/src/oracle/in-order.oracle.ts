import type { Instant } from '@atrium/domain/core';

/** Of a list in order of time the last that is not later than an instant. */
export function lastUpTo<One extends { readonly at: Instant }>(list: readonly One[], at: Instant): One | undefined {
  return list[countUpTo(list, at) - 1];
}

/** How many of a list in order of time are not later than an instant. */
export function countUpTo(list: readonly { readonly at: Instant }[], at: Instant): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((list[middle] as { at: Instant }).at <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
