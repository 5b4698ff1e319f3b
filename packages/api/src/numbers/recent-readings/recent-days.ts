import type { Clock, Instant } from '@atrium/domain/core';
import { listCorrectedSpans, type ReadingChange } from '@atrium/domain/numbers/readings';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { ReadChanges } from '../reading-corrections/correct-statements.ts';
import { type DirtyDays, dayMs } from '../rollups/dirty-days.ts';
import { loadRecentReadings } from './load-recent-readings.ts';
import { recentDaysStore } from './recent-days.store.ts';
import type { RecentReadings } from './recent-readings.ts';
import { countDaysFrom, RecentReadingsCache, type WrittenReading } from './recent-readings-cache.ts';

/**
 * Readings of today and yesterday (UTC) in memory, for queried sites. Equal to what the store would return, including
 * corrected and late readings.
 */
export interface RecentDays {
  /** Start of the recent days. Nothing earlier is in memory. */
  readonly from: Instant;
  /**
   * Returns a site's readings, loading them first if needed. Null when they do not fit in memory; read the store then.
   */
  of(organization: number, installation: number): Promise<RecentReadings | null>;
  /**
   * Call when readings are on disk, before reporting the end of the write to the ledger and before acknowledging it.
   * After a write without this call the sites of those days are loaded again.
   */
  written(rows: readonly WrittenReading[]): void;
  readonly usage: RecentDaysUsage;
}

interface RecentDaysUsage {
  readonly sites: number;
  readonly bytes: number;
  /** Number of loads from the store since start. */
  readonly fills: number;
}

interface RecentDaysDeps {
  readonly analytics: AnalyticsStore;
  /**
   * Returns the corrections that the store applies; none by default. A change of them counts as a write in the ledger,
   * so a copy with former ones is loaded again.
   */
  readonly readChanges?: ReadChanges;
  readonly ledger: DirtyDays;
  readonly clock: Clock;
  /** Maximum bytes of all sites, and maximum readings per site. */
  readonly bounds?: { readonly bytes: number; readonly readings: number };
}

const defaultBounds = { bytes: 64 * 2 ** 20, readings: 500_000 };

/** Load in progress. */
interface Filling {
  readonly from: Instant;
  readonly site: Promise<RecentReadings | null>;
  /** Writes since the load began, in order. */
  readonly reported: (readonly WrittenReading[])[];
  /** Same counter as of a loaded site. */
  writes: number;
}

/**
 * Creates the cache. A copy is used only while complete: the ledger counts ended writes per day, and a copy with fewer
 * lacks one.
 */
export function createRecentDays({
  analytics,
  readChanges = async () => [],
  ledger,
  clock,
  bounds = defaultBounds,
}: RecentDaysDeps): RecentDays {
  const store = recentDaysStore(analytics);
  const ended = (key: string, from: Instant) => ledger.writesSince(...placeOf(key), from / dayMs);
  const held = new RecentReadingsCache(bounds.bytes, ended);
  const fillings = new Map<string, Filling>();
  /**
   * Sites that exceeded the limits, with the start of the recent days at that time. They are tried again on the next
   * day.
   */
  const tooLarge = new Map<string, Instant>();
  let fills = 0;
  const begin = () => (Math.floor(clock.now() / dayMs) - 1) * dayMs;

  /**
   * Merges the loaded site with the writes since; null when that is too much, or a writer did not report what it wrote.
   */
  const settle = (
    key: string,
    { from, reported, writes }: Filling,
    site: RecentReadings | null,
  ): RecentReadings | null => {
    if (site === null || site.bytes > bounds.bytes / 2) {
      tooLarge.set(key, from);
      return null;
    }
    const isWhole = reported.flat().every((row) => site.put(row)) && ended(key, from) === writes && begin() === from;
    if (!isWhole) return null;
    held.put(key, { site, writes });
    return site;
  };

  const fill = (key: string, from: Instant): Filling => {
    const whole = Promise.withResolvers<RecentReadings | null>();
    const filling: Filling = { from, site: whole.promise, reported: [], writes: ended(key, from) };
    fillings.set(key, filling);
    fills += 1;
    const load = async () => {
      const [organization, installation] = placeOf(key);
      try {
        const changes = (await readChanges(organization)).filter((one) => one.installation === installation);
        const loading = { store, organization, installation, from, most: bounds.readings, changes };
        const site = await loadRecentReadings(loading);
        return settle(key, filling, site);
      } finally {
        if (fillings.get(key) === filling) fillings.delete(key);
      }
    };
    load().then(whole.resolve, whole.reject);
    return filling;
  };

  return {
    get from() {
      return begin();
    },
    get usage() {
      return { sites: held.size, bytes: held.bytes, fills };
    },
    async of(organization, installation) {
      const from = begin();
      const key = keyOf({ organization, installation });
      if (tooLarge.get(key) === from || ledger.keptSince(organization) > from) return null;
      if ((await readChanges(organization)).some((one) => one.installation === installation && needsStore(one, from)))
        return null;
      const known = held.find(key, from);
      if (known !== null) return known;
      const filling = fillings.get(key);
      return filling?.from === from ? filling.site : fill(key, from).site;
    },
    written(rows) {
      for (const [key, ofSite] of Map.groupBy(rows, keyOf)) {
        held.written(key, ofSite);
        const filling = fillings.get(key);
        if (filling === undefined) continue;
        filling.reported.push(ofSite);
        filling.writes += countDaysFrom(filling.from, ofSite);
      }
    },
  };
}

/** Whether a correction changes recent readings in a way that is only applied to stored ones: by others, or in time. */
const needsStore = (change: ReadingChange, from: Instant) =>
  (change.kind === 'shift' || change.kind === 'set') && listCorrectedSpans(change).some(({ to }) => to > from);

const keyOf = ({ organization, installation }: Pick<WrittenReading, 'organization' | 'installation'>) =>
  `${organization} ${installation}`;

function placeOf(key: string): [organization: number, installation: number] {
  const [organization, installation] = key.split(' ').map(Number);
  return [organization as number, installation as number];
}
