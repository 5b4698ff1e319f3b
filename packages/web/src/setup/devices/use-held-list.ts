import { useState } from 'react';

/** The shown part of a list that grows at its top. */
export interface HeldList<One> {
  readonly shown: readonly One[];
  /** Number of newer items above it, not shown yet. */
  readonly above: number;
}

interface Known {
  readonly id: number;
}

/** Returns the list from the item `topId` downwards, or all of it if `topId` is null or not in the list. */
export function holdList<One extends Known>(newestFirst: readonly One[], topId: number | null): HeldList<One> {
  const above = Math.max(
    0,
    newestFirst.findIndex(({ id }) => id === topId),
  );
  return { shown: newestFirst.slice(above), above };
}

/** Newest first, but nothing moves while the pointer is over the list: newer items are only counted. */
export function useHeldList<One extends Known>(
  newestFirst: readonly One[],
): HeldList<One> & { readonly hold: () => void; readonly letGo: () => void } {
  const [topId, setTop] = useState<number | null>(null);
  return {
    ...holdList(newestFirst, topId),
    hold: () => setTop((held) => held ?? newestFirst[0]?.id ?? null),
    letGo: () => setTop(null),
  };
}
