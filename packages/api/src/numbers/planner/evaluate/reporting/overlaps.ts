import type { Instant, Span } from '@atrium/domain/core';
import type { Timeline } from '../../plan/timeline.ts';

/**
 * Milliseconds of each timeline piece covered by spans, summed over the spans. Most spans cover many whole pieces, of
 * which only the first and last are visited.
 */
export class Overlaps {
  readonly #edges: readonly Instant[];
  /** By piece: how many more spans cover it wholly than cover the piece before. */
  readonly #begun: Int32Array;
  readonly #parts: Float64Array;

  constructor({ edges }: Pick<Timeline, 'edges'>) {
    this.#edges = edges;
    this.#begun = new Int32Array(edges.length + 1);
    this.#parts = new Float64Array(Math.max(0, edges.length - 1));
  }

  add(spans: readonly Span[]): void {
    for (const { from, to } of spans) {
      if (to <= from) continue;
      const first = this.#edgesBefore(from);
      const before = this.#edgesBefore(to);
      const last = this.#edges[before] === to ? before : before - 1;
      if (first <= last) {
        this.#begun[first] = (this.#begun[first] as number) + 1;
        this.#begun[last] = (this.#begun[last] as number) - 1;
      }
      this.#addPart(first - 1, from, to);
      if (last >= first) this.#addPart(last, this.#edges[last] as Instant, to);
    }
  }

  /** Returns the ms by piece. */
  sums(): Float64Array {
    const sums = this.#parts.slice();
    let held = 0;
    for (let piece = 0; piece < sums.length; piece++) {
      held += this.#begun[piece] as number;
      const length = (this.#edges[piece + 1] as Instant) - (this.#edges[piece] as Instant);
      sums[piece] = (sums[piece] as number) + held * length;
    }
    return sums;
  }

  #addPart(piece: number, from: Instant, to: Instant): void {
    if (piece < 0 || piece >= this.#parts.length) return;
    const end = Math.min(to, this.#edges[piece + 1] as Instant);
    if (end > from) this.#parts[piece] = (this.#parts[piece] as number) + end - from;
  }

  /** Returns the number of edges before an instant. */
  #edgesBefore(at: Instant): number {
    let [low, high] = [0, this.#edges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#edges[middle] as Instant) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
