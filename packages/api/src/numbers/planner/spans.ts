import type { Instant, Span } from '@atrium/domain/core';
import type { Validity } from '@atrium/domain/sites';

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

/** Returns `whole` without `holes`; both sorted and disjoint. */
export function subtract(whole: readonly Span[], holes: readonly Span[]): Span[] {
  const rest: Span[] = [];
  let hole = 0;
  for (const span of whole) {
    let from = span.from;
    while (hole < holes.length && (holes[hole] as Span).to <= from) hole++;
    for (let next = hole; next < holes.length && (holes[next] as Span).from < span.to; next++) {
      const { from: begin, to: end } = holes[next] as Span;
      if (begin > from) rest.push({ from, to: begin });
      from = Math.max(from, end);
    }
    if (from < span.to) rest.push({ from, to: span.to });
  }
  return rest;
}

/** Converts a validity to a span; open ends reach beyond every valid instant. */
export function toSpan({ validFrom, validTo }: Validity): Span {
  return { from: validFrom ?? -8.64e15, to: validTo ?? 8.64e15 };
}
