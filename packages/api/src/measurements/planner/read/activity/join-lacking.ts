import type { Span } from '@atrium/domain/core';

/** Days (since 1970) of metrics at sites, of each as many. */
export interface Lacking {
  readonly installations: readonly number[];
  readonly metrics: readonly string[];
  readonly days: ReadonlySet<number>;
}

interface Joined {
  readonly parts: readonly Lacking[];
  readonly whole: Lacking;
}

/** How many times as much may be read in one as in parts: a statement more costs what some blocks do. */
const most = 2;

/**
 * What is to be read in one: the parts that are alike or hardly differ. `spansOf`: which days are read where some are
 * lacking.
 */
export function joinLacking(
  all: readonly Lacking[],
  spansOf: (days: Iterable<number>) => readonly Span[],
): readonly Joined[] {
  const sizeOf = ({ installations, metrics, days }: Lacking) =>
    installations.length * metrics.length * spansOf(days).reduce((sum, { from, to }) => sum + to - from, 0);
  /** `size`: of the parts together, those alike once. */
  const joined: (Joined & { readonly size: number })[] = [];
  for (const one of all) {
    const joins = joined.map(({ parts, whole, size }) => {
      const both = union(whole, one);
      const grown = sizeOf(both) === sizeOf(whole) ? size : size + sizeOf(one);
      return { parts: [...parts, one], whole: both, size: grown };
    });
    const place = joins.findIndex(({ whole, size }) => sizeOf(whole) <= most * size);
    if (place < 0) joined.push({ parts: [one], whole: one, size: sizeOf(one) });
    else joined[place] = joins[place] as (typeof joins)[number];
  }
  return joined;
}

const union = (left: Lacking, right: Lacking): Lacking => ({
  installations: [...new Set([...left.installations, ...right.installations])].sort((one, other) => one - other),
  metrics: [...new Set([...left.metrics, ...right.metrics])].sort(),
  days: new Set([...left.days, ...right.days]),
});
