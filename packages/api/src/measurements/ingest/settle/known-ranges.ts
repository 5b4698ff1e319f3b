import type { Instant } from '@atrium/domain/core';

/** Series remembered at most; each costs about 150 bytes. */
const capacity = 200_000;

interface Range {
  /** What lies before this is not known. */
  since: Instant;
  from: Instant;
  to: Instant;
  /** Whatever lies after this was written by this process since it last looked. */
  recentAfter: Instant;
}

/**
 * Between which instants the store may hold readings of a series, of those from an instant on. Outside, a reading is new
 * without asking the store, which is what nearly every reading is. The range may be too wide (that costs a look-up), never
 * too narrow.
 */
export class KnownRanges {
  readonly #ranges = new Map<string, Range>();

  /** Whether the range is known for all readings from this instant on. */
  isLoaded(series: string, from: Instant): boolean {
    const range = this.#ranges.get(series);
    return range !== undefined && range.since <= from;
  }

  /** Makes a series known from an instant on; without a span the store holds nothing of it since then. */
  load(series: string, since: Instant, span?: { readonly from: Instant; readonly to: Instant }): void {
    const known = this.#ranges.get(series);
    const from = Math.min(known?.from ?? Number.POSITIVE_INFINITY, span?.from ?? Number.POSITIVE_INFINITY);
    const to = Math.max(known?.to ?? Number.NEGATIVE_INFINITY, span?.to ?? Number.NEGATIVE_INFINITY);
    const recentAfter = known?.recentAfter ?? Math.max(to, since - 1);
    this.#ranges.set(series, { since: Math.min(known?.since ?? since, since), from, to, recentAfter });
  }

  mayHold(series: string, at: Instant): boolean {
    const range = this.#ranges.get(series);
    return range === undefined || at < range.since || (at >= range.from && at <= range.to);
  }

  /** Whether all readings of the series from this instant on were written since the store was asked about it. */
  isRecent(series: string, at: Instant): boolean {
    const range = this.#ranges.get(series);
    return range !== undefined && at > range.recentAfter;
  }

  /** From now on only what lies after the ranges is recent. */
  forgetRecent(): void {
    for (const range of this.#ranges.values()) range.recentAfter = Math.max(range.recentAfter, range.to);
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
