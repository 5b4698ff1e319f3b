import { identityText, type ReadingContent } from '@atrium/domain/measurements/readings';
import { type KnownRanges, seriesKey } from './known-ranges.ts';
import type { ReadingRow } from './reading-row.ts';

/** Readings remembered at most; each costs about 300 bytes. */
const capacity = 50_000;

/**
 * What the newest readings of each series hold, so that readings which overtake each other (many connections for one
 * device) and repeated ones cost no look-up. Holds only what is on disk: a reading under way is `isPending`, and what
 * becomes of its repetition must wait for it.
 */
export class RecentReadings {
  readonly #ranges: KnownRanges;
  readonly #contents = new Map<string, ReadingContent>();
  readonly #pending = new Set<string>();

  constructor(ranges: KnownRanges) {
    this.#ranges = ranges;
  }

  /** Whether `contentOf` knows all about this reading; otherwise the store must be asked. */
  covers(row: ReadingRow): boolean {
    return this.#ranges.isRecent(seriesKey(row), row.at);
  }

  isPending(row: ReadingRow): boolean {
    return this.#pending.has(identityText(row.device, row));
  }

  /** Of a covered reading that is not pending: what is on disk, or undefined for a new one. */
  contentOf(row: ReadingRow): ReadingContent | undefined {
    return this.#contents.get(identityText(row.device, row));
  }

  /** To be called before the rows are written. */
  writing(rows: readonly ReadingRow[]): void {
    for (const row of rows) this.#pending.add(identityText(row.device, row));
  }

  /** To be called when they are on disk. */
  written(rows: readonly ReadingRow[]): void {
    for (const row of rows) {
      const identity = identityText(row.device, row);
      this.#pending.delete(identity);
      if (this.covers(row)) this.#contents.set(identity, row);
    }
    if (this.#contents.size > capacity) this.#forget();
  }

  /** To be called when the write failed, which may have written some: nothing is known by heart any more. */
  failed(rows: readonly ReadingRow[]): void {
    for (const row of rows) this.#pending.delete(identityText(row.device, row));
    this.#forget();
  }

  #forget(): void {
    this.#contents.clear();
    this.#ranges.forgetRecent();
  }
}
