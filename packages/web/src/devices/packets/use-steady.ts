import { useState } from 'react';

/** What is shown of a list that grows at its top. */
export interface Steady<One> {
  readonly shown: readonly One[];
  /** How many are above it, until they are asked for. */
  readonly above: number;
}

interface Known {
  readonly id: number;
}

/** From the one that stays on top downwards; all of them where there is none such, or it is kept no longer. */
export function steady<One extends Known>(newestFirst: readonly One[], topId: number | null): Steady<One> {
  const above = Math.max(
    0,
    newestFirst.findIndex(({ id }) => id === topId),
  );
  return { shown: newestFirst.slice(above), above };
}

/**
 * The newest first, but for as long as somebody points at the list nothing moves under the pointer: what comes
 * meanwhile is told as a number.
 */
export function useSteady<One extends Known>(
  newestFirst: readonly One[],
): Steady<One> & { readonly hold: () => void; readonly letGo: () => void } {
  const [topId, setTop] = useState<number | null>(null);
  return {
    ...steady(newestFirst, topId),
    hold: () => setTop((held) => held ?? newestFirst[0]?.id ?? null),
    letGo: () => setTop(null),
  };
}
