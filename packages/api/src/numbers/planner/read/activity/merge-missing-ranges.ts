import type { Span } from '@atrium/domain/core';

/** Missing days (since 1970) of metrics at sites; the same days for each. */
export interface MissingRange {
  readonly installations: readonly number[];
  readonly metrics: readonly string[];
  readonly days: ReadonlySet<number>;
}

interface Joined {
  readonly parts: readonly MissingRange[];
  readonly whole: MissingRange;
}

/** Maximum ratio of a merged read to its parts. An additional statement costs as much as some blocks. */
const maxRatio = 2;

/**
 * Merges missing ranges that are equal or nearly so, to be read together. `spansOf` returns the days read for missing
 * ones.
 */
export function mergeMissingRanges(
  all: readonly MissingRange[],
  spansOf: (days: Iterable<number>) => readonly Span[],
): readonly Joined[] {
  const sizeOf = ({ installations, metrics, days }: MissingRange) =>
    installations.length * metrics.length * spansOf(days).reduce((sum, { from, to }) => sum + to - from, 0);
  /** `size`: total of the parts, equal ones counted once. */
  const joined: (Joined & { readonly size: number })[] = [];
  for (const one of all) {
    const joins = joined.map(({ parts, whole, size }) => {
      const both = union(whole, one);
      const grown = sizeOf(both) === sizeOf(whole) ? size : size + sizeOf(one);
      return { parts: [...parts, one], whole: both, size: grown };
    });
    const place = joins.findIndex(({ whole, size }) => sizeOf(whole) <= maxRatio * size);
    if (place < 0) joined.push({ parts: [one], whole: one, size: sizeOf(one) });
    else joined[place] = joins[place] as (typeof joins)[number];
  }
  return joined;
}

const union = (left: MissingRange, right: MissingRange): MissingRange => ({
  installations: [...new Set([...left.installations, ...right.installations])].sort((one, other) => one - other),
  metrics: [...new Set([...left.metrics, ...right.metrics])].sort(),
  days: new Set([...left.days, ...right.days]),
});
