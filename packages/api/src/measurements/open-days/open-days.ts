import type { Clock, Instant } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { type DayLedger, dayMs } from '../rollups/index.ts';
import type { HeldSite } from './held-site.ts';
import { daysFrom, HeldSites, type WrittenReading } from './held-sites.ts';
import { loadSite } from './load-site.ts';
import { openDaysStore } from './open-days.store.ts';

/**
 * Readings of today and yesterday (UTC) in memory, for queried sites. Equal to what the store would return, including
 * corrected and late readings.
 */
export interface OpenDays {
  /** Start of the recent days. Nothing earlier is in memory. */
  readonly from: Instant;
  /**
   * Returns a site's readings, loading them first if needed. Null when they do not fit in memory; read the store then.
   */
  of(organization: number, installation: number): Promise<HeldSite | null>;
  /**
   * Call when readings are on disk, before reporting the end of the write to the ledger and before acknowledging it.
   * After a write without this call the sites of those days are loaded again.
   */
  written(rows: readonly WrittenReading[]): void;
  readonly usage: OpenDaysUsage;
}

export interface OpenDaysUsage {
  readonly sites: number;
  readonly bytes: number;
  /** Number of loads from the store since start. */
  readonly fills: number;
}

export interface OpenDaysDeps {
  readonly analytics: AnalyticsStore;
  readonly ledger: DayLedger;
  readonly clock: Clock;
  /** Maximum bytes of all sites, and maximum readings per site. */
  readonly bounds?: { readonly bytes: number; readonly readings: number };
}

const usualBounds = { bytes: 64 * 2 ** 20, readings: 500_000 };

/** Load in progress. */
interface Filling {
  readonly from: Instant;
  readonly site: Promise<HeldSite | null>;
  /** Writes since the load began, in order. */
  readonly told: (readonly WrittenReading[])[];
  /** Same counter as of a loaded site. */
  writes: number;
}

/**
 * Creates the cache. A copy is used only while complete: the ledger counts ended writes per day, and a copy with fewer
 * lacks one.
 */
export function keepOpenDays({ analytics, ledger, clock, bounds = usualBounds }: OpenDaysDeps): OpenDays {
  const store = openDaysStore(analytics);
  const ended = (key: string, from: Instant) => ledger.writesSince(...placeOf(key), from / dayMs);
  const held = new HeldSites(bounds.bytes, ended);
  const fillings = new Map<string, Filling>();
  /** Sites that exceed the limits, with the time of the check. */
  const tooLarge = new Map<string, Instant>();
  let fills = 0;
  const begin = () => (Math.floor(clock.now() / dayMs) - 1) * dayMs;

  /**
   * Merges the loaded site with the writes since; null when that is too much, or a writer did not report what it wrote.
   */
  const settle = (key: string, { from, told, writes }: Filling, site: HeldSite | null): HeldSite | null => {
    if (site === null || site.bytes > bounds.bytes / 2) {
      tooLarge.set(key, from);
      return null;
    }
    const isWhole = told.flat().every((row) => site.put(row)) && ended(key, from) === writes && begin() === from;
    if (!isWhole) return null;
    held.put(key, { site, writes });
    return site;
  };

  const fill = (key: string, from: Instant): Filling => {
    const whole = Promise.withResolvers<HeldSite | null>();
    const filling: Filling = { from, site: whole.promise, told: [], writes: ended(key, from) };
    fillings.set(key, filling);
    fills += 1;
    const load = async () => {
      const [organization, installation] = placeOf(key);
      try {
        const site = await loadSite({ store, organization, installation, from, most: bounds.readings });
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
        filling.told.push(ofSite);
        filling.writes += daysFrom(filling.from, ofSite);
      }
    },
  };
}

const keyOf = ({ organization, installation }: Pick<WrittenReading, 'organization' | 'installation'>) =>
  `${organization} ${installation}`;

function placeOf(key: string): [organization: number, installation: number] {
  const [organization, installation] = key.split(' ').map(Number);
  return [organization as number, installation as number];
}
