import { useState } from 'react';

/** What is shown of a list that grows at its top. */
export interface Steady<One> {
  readonly shown: readonly One[];
  /** How many are above it, until they are asked for. */
  readonly above: number;
  readonly hold: () => void;
  readonly letGo: () => void;
}

/**
 * The newest first, but for as long as somebody points at the list nothing moves under the pointer: what comes
 * meanwhile is told as a number.
 */
export function useSteady<One extends { readonly id: number }>(newestFirst: readonly One[]): Steady<One> {
  const [topId, setTop] = useState<number | null>(null);
  const at = topId === null ? 0 : newestFirst.findIndex(({ id }) => id === topId);
  // The one that was on top may be kept no longer.
  const above = Math.max(0, at);
  return {
    shown: newestFirst.slice(above),
    above,
    hold: () => setTop((held) => held ?? newestFirst[0]?.id ?? null),
    letGo: () => setTop(null),
  };
}
