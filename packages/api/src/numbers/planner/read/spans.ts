import type { Instant, Span } from '@atrium/domain/core';

/** Merges any spans into ascending, disjoint ones. */
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

/**
 * Returns a function that finds the position of an instant's piece among edges; −1 outside them. The last edge ends the
 * last piece. Fastest for ascending instants.
 */
export function createPlaceFinder(edges: readonly Instant[]): (at: Instant) => number {
  const { from, to } = getHull(edges);
  const isIn = (at: Instant, place: number) => (edges[place] as Instant) <= at && at < (edges[place + 1] as Instant);
  let last = 0;
  return (at) => {
    if (!(at >= from && at < to)) return -1;
    if (isIn(at, last)) return last;
    if (isIn(at, last + 1)) return ++last;
    let [low, high] = [0, edges.length - 1];
    while (low + 1 < high) {
      const middle = (low + high) >> 1;
      if ((edges[middle] as Instant) <= at) low = middle;
      else high = middle;
    }
    last = low;
    return low;
  };
}

/** Returns a function that finds the start of an instant's piece among edges; null outside them. */
export function createPieceFinder(edges: readonly Instant[]): (at: Instant) => Instant | null {
  const placeOf = createPlaceFinder(edges);
  return (at) => edges[placeOf(at)] ?? null;
}

/** Returns the span from the first edge to the last. */
export function getHull(edges: readonly Instant[]): Span {
  return { from: edges[0] as Instant, to: edges.at(-1) as Instant };
}
