import type { Instant } from '@atrium/domain/core';

/** Maximum series remembered; each costs about 150 bytes. */
const capacity = 200_000;

interface Range {
  /** Earlier readings are not known. */
  since: Instant;
  from: Instant;
  to: Instant;
  /** Later readings were all written by this process since the last look-up. */
  recentAfter: Instant;
}

/**
 * Ranges in which the store may hold readings, by series, since some instant. A reading outside its range is new
 * without a look-up, as nearly all are. A range may be too wide, which costs a look-up, but never too narrow.
 */
export class KnownRanges {
  readonly #ranges = new Map<string, Range>();

  /** Whether the range is known for all readings since the instant. */
  isLoaded(series: string, from: Instant): boolean {
    const range = this.#ranges.get(series);
    return range !== undefined && range.since <= from;
  }

  /** Records what the store holds of a series since an instant; without a span, nothing. */
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

  /** Whether all readings of the series from this instant on were written by this process since the last look-up. */
  isRecent(series: string, at: Instant): boolean {
    const range = this.#ranges.get(series);
    return range !== undefined && at > range.recentAfter;
  }

  /** Only readings after the current ranges are recent from now on. */
  forgetRecent(): void {
    for (const range of this.#ranges.values()) range.recentAfter = Math.max(range.recentAfter, range.to);
  }

  /** Call before writing the reading: a partly failed write must not leave the range too narrow. */
  widen(series: string, at: Instant): void {
    const range = this.#ranges.get(series);
    if (range === undefined) return;
    if (at < range.from) range.from = at;
    if (at > range.to) range.to = at;
  }

  /** Clears all ranges when there are too many; returns whether it did. They are loaded again when needed. */
  trim(): boolean {
    const isTooMuch = this.#ranges.size > capacity;
    if (isTooMuch) this.#ranges.clear();
    return isTooMuch;
  }
}
