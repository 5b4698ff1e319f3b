import type { ReadingContent } from '@atrium/domain/measurements/readings';
import type { KeyedRow } from '../reading-row.ts';
import type { KnownRanges } from './known-ranges.ts';

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
  covers({ row, series }: KeyedRow): boolean {
    return this.#ranges.isRecent(series, row.at);
  }

  isPending({ identity }: KeyedRow): boolean {
    return this.#pending.has(identity);
  }

  /** Of a covered reading that is not pending: what is on disk, or undefined for a new one. */
  contentOf({ identity }: KeyedRow): ReadingContent | undefined {
    return this.#contents.get(identity);
  }

  /** To be called before the rows are written. */
  writing(rows: readonly KeyedRow[]): void {
    for (const { identity } of rows) this.#pending.add(identity);
  }

  /** To be called when they are on disk. */
  written(rows: readonly KeyedRow[]): void {
    for (const keyed of rows) {
      this.#pending.delete(keyed.identity);
      if (this.covers(keyed)) this.#contents.set(keyed.identity, keyed.row);
    }
    if (this.#contents.size > capacity) this.#forget();
  }

  /** To be called when the write failed, which may have written some: nothing is known by heart any more. */
  failed(rows: readonly KeyedRow[]): void {
    for (const { identity } of rows) this.#pending.delete(identity);
    this.#forget();
  }

  #forget(): void {
    this.#contents.clear();
    this.#ranges.forgetRecent();
  }
}
