import { useState } from 'react';

/** The shown part of a list that grows at its top. */
export interface PausedList<One> {
  readonly shown: readonly One[];
  /** Number of newer items above it, not shown yet. */
  readonly above: number;
}

interface Known {
  readonly id: number;
}

/** Returns the list from the item `topId` downwards, or all of it if `topId` is null or not in the list. */
export function pauseList<One extends Known>(newestFirst: readonly One[], topId: number | null): PausedList<One> {
  const above = Math.max(
    0,
    newestFirst.findIndex(({ id }) => id === topId),
  );
  return { shown: newestFirst.slice(above), above };
}

/** Newest first, but nothing moves while the pointer is over the list: newer items are only counted. */
export function usePausedList<One extends Known>(
  newestFirst: readonly One[],
): PausedList<One> & { readonly hold: () => void; readonly resume: () => void } {
  const [topId, setTop] = useState<number | null>(null);
  return {
    ...pauseList(newestFirst, topId),
    hold: () => setTop((held) => held ?? newestFirst[0]?.id ?? null),
    resume: () => setTop(null),
  };
}
