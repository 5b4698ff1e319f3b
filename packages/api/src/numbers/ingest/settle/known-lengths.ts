import type { Instant } from '@atrium/domain/core';
import { type Covered, getReadingEnd } from '@atrium/domain/numbers/readings';

interface Stretch {
  from: Instant;
  to: Instant;
}

/**
 * Spans in which the store may hold readings of each interval, by series. A series with a single interval has no
 * overlaps and needs no look-up. A span may be too wide, never too narrow.
 */
export class KnownLengths {
  readonly #series = new Map<string, Map<number, Stretch>>();

  /** Call before writing readings, and for stored ones. */
  widen(series: string, { at, interval }: Covered, to = getReadingEnd({ at, interval })): void {
    const lengths = this.#series.get(series) ?? new Map<number, Stretch>();
    this.#series.set(series, lengths);
    if (interval === 0) return;
    const known = lengths.get(interval);
    if (known === undefined) lengths.set(interval, { from: at, to });
    else {
      known.from = Math.min(known.from, at);
      known.to = Math.max(known.to, to);
    }
  }

  /** Whether readings of another interval may overlap this one. */
  mayOverlap(series: string, reading: Covered): boolean {
    const lengths = this.#series.get(series);
    if (lengths === undefined || lengths.size < 2 || reading.interval === 0) return false;
    for (const [length, { from, to }] of lengths)
      if (length !== reading.interval && from < getReadingEnd(reading) && reading.at < to) return true;
    return false;
  }

  clear(): void {
    this.#series.clear();
  }
}
