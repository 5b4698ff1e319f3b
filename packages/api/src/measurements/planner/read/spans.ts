import type { Instant, Span } from '@atrium/domain/core';

/** Ascending and disjoint out of any. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of [...spans].sort((left, right) => left.from - right.from)) {
    const last = all.at(-1);
    if (last !== undefined && span.from <= last.to)
      all[all.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else if (span.from < span.to) all.push(span);
  }
  return all;
}

/** Where an instant's piece begins among edges; null outside of them. The last edge ends the last piece. */
export function pieceFinder(edges: readonly Instant[]): (at: Instant) => Instant | null {
  const known = new Set(edges.slice(0, -1));
  const { from, to } = hullOf(edges);
  return (at) => {
    if (known.has(at)) return at;
    if (at < from || at >= to) return null;
    let [low, high] = [0, edges.length - 1];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((edges[middle] as Instant) <= at) low = middle;
      else high = middle;
    }
    return edges[low] as Instant;
  };
}

/** From the first edge to the last. */
export function hullOf(edges: readonly Instant[]): Span {
  return { from: edges[0] as Instant, to: edges.at(-1) as Instant };
}
