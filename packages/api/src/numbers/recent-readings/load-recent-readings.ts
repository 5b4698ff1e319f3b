import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Instant } from '@atrium/domain/core';
import type { ReadingChange } from '@atrium/domain/numbers/readings';
import type { recentDaysStore, StoredLine } from './recent-days.store.ts';
import { RecentReadings } from './recent-readings.ts';

/** Readings read or added at once; takes about ten milliseconds of the event loop. */
const readingsPerPart = 40_000;
const hour = 3_600_000;
/** A larger site is read in steps of this length. */
const stepMs = 3 * hour;
/** Readings may be a little ahead of now; the time beyond is a single step. */
const aheadMs = 51 * hour;
const endOfTime = 8.64e15;

/** Site to load from an instant on, with the maximum number of readings. */
interface SiteLoad {
  readonly store: ReturnType<typeof recentDaysStore>;
  readonly organization: number;
  readonly installation: number;
  readonly from: Instant;
  readonly most: number;
  /** What the store's readings are corrected by. */
  readonly changes: readonly ReadingChange[];
}

/**
 * Loads a site from the store; null when there are too many readings. A large site is read and added in parts, which
 * leaves the event loop responsive. Concurrent writes may or may not be included.
 */
export async function loadRecentReadings(loading: SiteLoad): Promise<RecentReadings | null> {
  const site = new RecentReadings(loading.from, loading.changes);
  const parts = new Parts(site, Math.min(loading.most, readingsPerPart));
  const first = await readPart(loading, loading.from, endOfTime, parts.most);
  const isAll = countOf(first) < parts.most;
  if ((!isAll && parts.most === loading.most) || !(await parts.take(first))) return null;
  if (isAll) return site;
  // The store may have more readings of the last instant than it returned.
  const last = latestOf(first);
  let left = loading.most - countOf(first) + countOf(first, last);
  for (let from = last; from < endOfTime; ) {
    const to = from - loading.from < aheadMs ? from + stepMs : endOfTime;
    const lines = await readPart(loading, from, to, left);
    left -= countOf(lines);
    if (left <= 0 || !(await parts.take(lines))) return null;
    from = to;
  }
  return site;
}

const readPart = ({ store, organization, installation }: SiteLoad, from: Instant, to: Instant, most: number) =>
  store.readingsOf({ organization, installation, from, to }, most);

/** Returns the number of readings, or of those at one instant. */
const countOf = (lines: readonly StoredLine[], at?: Instant) =>
  lines.reduce((sum, { times }) => sum + (at === undefined ? times : times.filter((one) => one === at)).length, 0);

const latestOf = (lines: readonly StoredLine[]) =>
  lines.reduce((latest, { times }) => times.reduce((one, other) => Math.max(one, other), latest), 0);

/** Adds lines with pauses. */
class Parts {
  readonly most: number;
  readonly #site: RecentReadings;
  #sinceBreak = 0;

  constructor(site: RecentReadings, most: number) {
    this.#site = site;
    this.most = most;
  }

  async take(lines: readonly StoredLine[]): Promise<boolean> {
    for (const line of lines) {
      if (!this.#site.load(line)) return false;
      this.#sinceBreak += line.times.length;
      if (this.#sinceBreak < this.most) continue;
      this.#sinceBreak = 0;
      await nextTurn();
    }
    return true;
  }
}
