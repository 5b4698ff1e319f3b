import type { Instant } from '@atrium/domain/core';

/** Series remembered at most; each costs about 150 bytes. */
const capacity = 200_000;

interface Range {
  from: Instant;
  to: Instant;
  /** Whatever lies after this was written by this process since it last looked. */
  recentAfter: Instant;
}

/**
 * Between which instants the store may hold readings of a series. Outside, a reading is new without asking the store,
 * which is what nearly every reading is. The range may be too wide (that costs a look-up), never too narrow.
 */
export class KnownRanges {
  readonly #ranges = new Map<string, Range>();

  isLoaded(series: string): boolean {
    return this.#ranges.has(series);
  }

  /** Makes a series known; without a span the store holds nothing of it. */
  load(series: string, span?: { readonly from: Instant; readonly to: Instant }): void {
    const to = span?.to ?? Number.NEGATIVE_INFINITY;
    this.#ranges.set(series, { from: span?.from ?? Number.POSITIVE_INFINITY, to, recentAfter: to });
  }

  mayHold(series: string, at: Instant): boolean {
    const range = this.#ranges.get(series);
    return range === undefined || (at >= range.from && at <= range.to);
  }

  /** Whether all readings of the series from this instant on were written since the store was asked about it. */
  isRecent(series: string, at: Instant): boolean {
    const range = this.#ranges.get(series);
    return range !== undefined && at > range.recentAfter;
  }

  /** From now on only what lies after the ranges is recent. */
  forgetRecent(): void {
    for (const range of this.#ranges.values()) range.recentAfter = range.to;
  }

  /** To be called before the reading is written: a write that fails half-way must not leave the range too narrow. */
  widen(series: string, at: Instant): void {
    const range = this.#ranges.get(series);
    if (range === undefined) return;
    if (at < range.from) range.from = at;
    if (at > range.to) range.to = at;
  }

  /** Forgets everything once there is too much, and says so; what is needed again is loaded again. */
  trim(): boolean {
    const isTooMuch = this.#ranges.size > capacity;
    if (isTooMuch) this.#ranges.clear();
    return isTooMuch;
  }
}
