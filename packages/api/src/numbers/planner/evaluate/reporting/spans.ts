import type { Span } from '@atrium/domain/core';
import type { Validity } from '@atrium/domain/sites';

/** Merges any spans into sorted, disjoint ones. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const united: Span[] = [];
  for (const span of [...spans].sort((left, right) => left.from - right.from)) {
    const last = united.at(-1);
    if (span.to <= span.from) continue;
    if (last === undefined || span.from > last.to) united.push(span);
    else if (span.to > last.to) united[united.length - 1] = { from: last.from, to: span.to };
  }
  return united;
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
