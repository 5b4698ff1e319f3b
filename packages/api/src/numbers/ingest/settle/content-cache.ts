import type { KeyedRow, ReadingRow } from '../reading-row.ts';
import type { KnownRanges } from './known-ranges.ts';

/** Maximum readings remembered; each costs about 300 bytes. */
const capacity = 50_000;

/**
 * Cache of the newest readings of each series, so that repeated and out-of-order readings need no look-up. It contains
 * only readings on disk. A reading being written is `isPending`; repetitions of it must wait for the write.
 */
export class ContentCache {
  readonly #ranges: KnownRanges;
  readonly #contents = new Map<string, ReadingRow>();
  readonly #pending = new Set<string>();

  constructor(ranges: KnownRanges) {
    this.#ranges = ranges;
  }

  /** Whether `getContent` is authoritative for this reading. Otherwise query the store. */
  covers({ row, series }: KeyedRow): boolean {
    return this.#ranges.isRecent(series, row.at);
  }

  isPending({ identity }: KeyedRow): boolean {
    return this.#pending.has(identity);
  }

  /** Returns the stored content of a covered, non-pending reading; undefined for a new one. */
  contentOf({ identity }: KeyedRow): ReadingRow | undefined {
    return this.#contents.get(identity);
  }

  /** Call before the rows are written. */
  writing(rows: readonly KeyedRow[]): void {
    for (const { identity } of rows) this.#pending.add(identity);
  }

  /** Call once they are on disk. */
  written(rows: readonly KeyedRow[]): void {
    for (const keyed of rows) {
      this.#pending.delete(keyed.identity);
      if (this.covers(keyed)) this.#contents.set(keyed.identity, keyed.row);
    }
    if (this.#contents.size > capacity) this.#forget();
  }

  /** Call when the write failed. It may have written some rows, so the cache is cleared. */
  failed(rows: readonly KeyedRow[]): void {
    for (const { identity } of rows) this.#pending.delete(identity);
    this.#forget();
  }

  #forget(): void {
    this.#contents.clear();
    this.#ranges.forgetRecent();
  }
}
