import type { Clock, Instant } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { type DayLedger, dayMs } from '../rollups/index.ts';
import type { HeldSite } from './held-site.ts';
import { daysFrom, HeldSites, type WrittenReading } from './held-sites.ts';
import { loadSite } from './load-site.ts';
import { openDaysStore } from './open-days.store.ts';

/**
 * The readings of open days, this UTC day and the one before, in memory: of the sites that are asked about, as they are
 * stored. What is read of them is what the store would answer, corrected and late readings among it.
 */
export interface OpenDays {
  /** When the open days begin. Nothing is held from before. */
  readonly from: Instant;
  /** What is held of a site, filled from the store at first; null where it is not held, and the store is to be asked. */
  of(organization: number, installation: number): Promise<HeldSite | null>;
  /**
   * To be called when readings are on disk, before the ledger is told that their write has ended and anybody that they
   * are acknowledged. Whoever writes and does not say what has the sites of those days filled anew.
   */
  written(rows: readonly WrittenReading[]): void;
  readonly usage: OpenDaysUsage;
}

export interface OpenDaysUsage {
  readonly sites: number;
  readonly bytes: number;
  /** How often a site was filled from the store since the start. */
  readonly fills: number;
}

export interface OpenDaysDeps {
  readonly analytics: AnalyticsStore;
  readonly ledger: DayLedger;
  readonly clock: Clock;
  /** What all sites may take together, and how many readings one may have. */
  readonly bounds?: { readonly bytes: number; readonly readings: number };
}

const usualBounds = { bytes: 64 * 2 ** 20, readings: 500_000 };

/** A site on its way into memory. */
interface Filling {
  readonly from: Instant;
  readonly site: Promise<HeldSite | null>;
  /** What was written since it began, in that order. */
  readonly told: (readonly WrittenReading[])[];
  /** As of one that is held. */
  writes: number;
}

/**
 * Memory is only a copy, and is trusted while it is known to be whole: the ledger counts the writes to a day that have
 * ended, and who was told of fewer lacks one.
 */
export function keepOpenDays({ analytics, ledger, clock, bounds = usualBounds }: OpenDaysDeps): OpenDays {
  const store = openDaysStore(analytics);
  const ended = (key: string, from: Instant) => ledger.writesSince(...placeOf(key), from / dayMs);
  const held = new HeldSites(bounds.bytes, ended);
  const fillings = new Map<string, Filling>();
  /** Sites with more than may be held, and since when that was known. */
  const tooLarge = new Map<string, Instant>();
  let fills = 0;
  const begin = () => (Math.floor(clock.now() / dayMs) - 1) * dayMs;

  /** What was loaded with what was written meanwhile; null where that is too much, or somebody wrote and did not say what. */
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
