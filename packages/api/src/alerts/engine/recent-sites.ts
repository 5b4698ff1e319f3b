import type { InstallationId, Instant } from '@atrium/domain/core';
import { settleMs } from '../observe/index.ts';
import type { WatchedSite } from './watched-alerts.store.ts';

/** Longer intervals end at multiples of this, ms. */
const stepMs = 300_000;
/** The longest interval, ms. */
const maxIntervalMs = 900_000;

/**
 * Sites with recent readings. If a sensor falls silent within an interval, no reading triggers the evaluation of that
 * interval. These sites are therefore read once more when the interval has ended and its readings had time to arrive.
 */
export class RecentSites {
  readonly #sites = new Map<InstallationId, { readonly site: WatchedSite; readonly at: Instant }>();
  #settled: Instant;

  constructor(now: Instant) {
    this.#settled = findSettled(now);
  }

  add(site: WatchedSite, now: Instant): void {
    this.#sites.set(site.installationId, { site, at: now });
  }

  /** Returns the sites to read once more, each once per end of an interval since the last call. */
  due(now: Instant): readonly WatchedSite[] {
    const settled = findSettled(now);
    if (settled === this.#settled) return [];
    this.#settled = settled;
    const all = [...this.#sites.values()].map(({ site }) => site);
    for (const [id, { at }] of this.#sites) if (at + maxIntervalMs <= settled) this.#sites.delete(id);
    return all;
  }
}

/** Returns the newest end of an interval whose readings had time to arrive. */
const findSettled = (now: Instant): Instant => Math.floor((now - settleMs) / stepMs) * stepMs;
