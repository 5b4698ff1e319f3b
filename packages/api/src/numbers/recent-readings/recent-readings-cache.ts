import type { Instant } from '@atrium/domain/core';
import { dayMs } from '../rollups/dirty-days.ts';
import type { RecentReading, RecentReadings } from './recent-readings.ts';

/** Reading that is on disk. */
export interface WrittenReading extends RecentReading {
  readonly organization: number;
  readonly installation: number;
}

/** Site in memory, with the number of ended writes to its recent days that it includes. */
interface CachedSite {
  readonly site: RecentReadings;
  writes: number;
}

/** Returns how many writes to days of a site from an instant on have ended. */
type CountEndedWrites = (key: string, from: Instant) => number;

/** Sites in memory by key, limited in bytes. Evicts the least recently used. */
export class RecentReadingsCache {
  bytes = 0;
  readonly #most: number;
  readonly #ended: CountEndedWrites;
  readonly #sites = new Map<string, CachedSite>();

  constructor(most: number, ended: CountEndedWrites) {
    this.#most = most;
    this.#ended = ended;
  }

  get size(): number {
    return this.#sites.size;
  }

  /**
   * Returns the site if it is complete from the instant on, and drops earlier readings. Null when it is not in memory
   * or lacks a write.
   */
  find(key: string, from: Instant): RecentReadings | null {
    const found = this.#sites.get(key);
    if (found === undefined) return null;
    this.#drop(key);
    const { site } = found;
    if (site.from > from || this.#ended(key, site.from) !== found.writes) return null;
    if (site.from < from) {
      site.forgetBefore(from);
      found.writes = this.#ended(key, from);
    }
    this.put(key, found);
    return site;
  }

  put(key: string, held: CachedSite): void {
    this.#drop(key);
    this.#sites.set(key, held);
    this.bytes += held.site.bytes;
    this.#makeRoom();
  }

  /** Applies a write to a site that is in memory. */
  written(key: string, rows: readonly WrittenReading[]): void {
    const found = this.#sites.get(key);
    if (found === undefined) return;
    const before = found.site.bytes;
    const isTaken = rows.every((row) => found.site.put(row));
    this.bytes += found.site.bytes - before;
    if (isTaken) found.writes += countDaysFrom(found.site.from, rows);
    else this.#drop(key);
    this.#makeRoom();
  }

  #drop(key: string): void {
    this.bytes -= this.#sites.get(key)?.site.bytes ?? 0;
    this.#sites.delete(key);
  }

  #makeRoom(): void {
    for (const oldest of this.#sites.keys()) {
      if (this.bytes <= this.#most) return;
      this.#drop(oldest);
    }
  }
}

/** Returns the number of UTC days of the rows from an instant on: the number of writes that the ledger counts. */
export const countDaysFrom = (from: Instant, rows: readonly WrittenReading[]): number =>
  new Set(rows.flatMap(({ at }) => (at >= from ? [Math.floor(at / dayMs)] : []))).size;
