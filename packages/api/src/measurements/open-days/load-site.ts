import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Instant } from '@atrium/domain/core';
import { HeldSite } from './held-site.ts';
import type { openDaysStore, StoredLine } from './open-days.store.ts';

/** Readings that are told, or taken in, at once: some ten milliseconds of the event loop. */
const atOnce = 40_000;
const hour = 3_600_000;
/** A site with more is read by so many hours. */
const stepMs = 3 * hour;
/** Readings may lie a little ahead of now; what lies further ahead is one piece. */
const aheadMs = 51 * hour;
const endOfTime = 8.64e15;

/** What may be asked of the store, of one site from an instant on, and how many readings it may have. */
export interface Loading {
  readonly store: ReturnType<typeof openDaysStore>;
  readonly organization: number;
  readonly installation: number;
  readonly from: Instant;
  readonly most: number;
}

/**
 * A site as it is stored; null where there is more than may be held. Of a large site the store is asked part by part, and
 * what it tells is taken in a part at a time, so that others are heard in between. What is written meanwhile may be in it
 * or not.
 */
export async function loadSite(loading: Loading): Promise<HeldSite | null> {
  const site = new HeldSite(loading.from);
  const parts = new Parts(site, Math.min(loading.most, atOnce));
  const first = await readPart(loading, loading.from, endOfTime, parts.most);
  const isAll = countOf(first) < parts.most;
  if ((!isAll && parts.most === loading.most) || !(await parts.take(first))) return null;
  if (isAll) return site;
  // Of the last instant there may be more.
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

const readPart = ({ store, organization, installation }: Loading, from: Instant, to: Instant, most: number) =>
  store.readingsOf({ organization, installation, from, to }, most);

/** How many readings there are, or of one instant. */
const countOf = (lines: readonly StoredLine[], at?: Instant) =>
  lines.reduce((sum, { times }) => sum + (at === undefined ? times : times.filter((one) => one === at)).length, 0);

const latestOf = (lines: readonly StoredLine[]) =>
  lines.reduce((latest, { times }) => times.reduce((one, other) => Math.max(one, other), latest), 0);

/** Takes lines in, with breaks. */
class Parts {
  readonly most: number;
  readonly #site: HeldSite;
  #sinceBreak = 0;

  constructor(site: HeldSite, most: number) {
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
