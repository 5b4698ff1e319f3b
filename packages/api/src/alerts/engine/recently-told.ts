import type { InstallationId, Instant } from '@atrium/domain/core';
import { settleMs } from '../observe/index.ts';
import type { WatchedSite } from './watched-alerts.store.ts';

/** Intervals that are longer end at multiples of this, ms. */
const stepMs = 300_000;
/** The longest of them, ms. */
const longestMs = 900_000;

/**
 * Sites that were told of a short while ago. Where a sensor fell silent in the middle of an interval, no reading comes any
 * more to have it judged: such sites are read once more when the interval is over and had its time to be told of.
 */
export class RecentlyTold {
  readonly #sites = new Map<InstallationId, { readonly site: WatchedSite; readonly at: Instant }>();
  #settled: Instant;

  constructor(now: Instant) {
    this.#settled = settledAt(now);
  }

  add(site: WatchedSite, now: Instant): void {
    this.#sites.set(site.installationId, { site, at: now });
  }

  /** The sites to be read once more: each once for each end of intervals since the last call. */
  due(now: Instant): readonly WatchedSite[] {
    const settled = settledAt(now);
    if (settled === this.#settled) return [];
    this.#settled = settled;
    const all = [...this.#sites.values()].map(({ site }) => site);
    for (const [id, { at }] of this.#sites) if (at + longestMs <= settled) this.#sites.delete(id);
    return all;
  }
}

/** The newest end of intervals whose readings had time to arrive. */
const settledAt = (now: Instant): Instant => Math.floor((now - settleMs) / stepMs) * stepMs;
