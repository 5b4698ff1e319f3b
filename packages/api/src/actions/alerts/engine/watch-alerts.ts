import { setTimeout as delay } from 'node:timers/promises';
import type { InstallationId, Instant } from '@atrium/domain/core';
import type { Registry } from 'prom-client';
import type { Bus } from '../../../platform/bus/bus.ts';
import { Cancelled, Overloaded } from '../../../platform/failures.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { traced } from '../../../platform/telemetry/spans.ts';
import { measureStored } from '../../../platform/telemetry/stored-metrics.ts';
import type { AlertsChanged } from '../alerts.events.ts';
import type { EvaluationDependencies } from './evaluate-alert.ts';
import type { SiteChanges } from './plan-evaluation.ts';
import { evaluateSite } from './run-evaluations.ts';
import { settleMs } from './to-observations.ts';
import { type WatchedSite, watchedAlertsStore } from './watched-alerts.store.ts';

interface QueueOptions {
  readonly look: (site: WatchedSite, changed: SiteChanges, signal: AbortSignal) => Promise<void>;
  /** Minimum pause between two evaluations of a site, ms. */
  readonly pauseMs: number;
  /** Sites evaluated concurrently. */
  readonly concurrency: number;
  readonly onError: (error: unknown) => void;
}

interface QueuedSite extends SiteChanges {
  readonly site: WatchedSite;
}

/**
 * Queue of sites to evaluate. A site never runs twice at once. Changes that arrive in the meantime are merged for its
 * next run, and failed runs are retried.
 */
class SiteQueue {
  readonly #options: QueueOptions;
  readonly #waiting = new Map<InstallationId, QueuedSite>();
  readonly #resting = new Set<InstallationId>();
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: QueueOptions) {
    this.#options = options;
  }

  add(site: WatchedSite, changed: SiteChanges): void {
    const known = this.#waiting.get(site.installationId);
    this.#waiting.set(site.installationId, { site, ...(known === undefined ? changed : mergeChanges(known, changed)) });
    this.#pump();
  }

  /** Stops taking sites and waits for running evaluations. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled([...this.#running]);
  }

  #pump(): void {
    for (const [id, waiting] of this.#waiting) {
      if (this.#stopping.signal.aborted || this.#running.size >= this.#options.concurrency) return;
      if (this.#resting.has(id)) continue;
      this.#waiting.delete(id);
      this.#resting.add(id);
      const run = this.#look(waiting).finally(() => {
        this.#running.delete(run);
        this.#pump();
      });
      this.#running.add(run);
    }
  }

  async #look({ site, ...changed }: QueuedSite): Promise<void> {
    const { look, onError, pauseMs } = this.#options;
    const { signal } = this.#stopping;
    let pause = pauseMs;
    try {
      await look(site, changed, signal);
    } catch (error) {
      if (error instanceof Overloaded) pause = error.retryAfter * 1000;
      else if (!(error instanceof Cancelled)) onError(error);
      if (!signal.aborted) this.add(site, changed);
    }
    // A pausing site takes no slot.
    delay(pause, undefined, { signal, ref: false }).then(
      () => {
        this.#resting.delete(site.installationId);
        this.#pump();
      },
      () => {},
    );
  }
}

function mergeChanges(one: SiteChanges, other: SiteChanges): SiteChanges {
  const from = Math.min(one.from, other.from);
  if (one.deviceIds === 'all' || other.deviceIds === 'all') return { deviceIds: 'all', from };
  return { deviceIds: new Set([...one.deviceIds, ...other.deviceIds]), from };
}

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

export interface WatchIntervals {
  /** Minimum pause between two evaluations of a site while readings keep coming, ms. */
  readonly pauseMs: number;
  /** Interval of the evaluations by elapsed time, ms. */
  readonly tickMs: number;
  /** Sites evaluated concurrently. */
  readonly concurrency: number;
}

const defaultIntervals: WatchIntervals = { pauseMs: 2000, tickMs: 30_000, concurrency: 2 };

/** Readings this long before a start, or before the bus reconnected, may not have been evaluated, ms. */
const lookBackMs = 2 * 3_600_000;

const timePassed: SiteChanges = { deviceIds: new Set(), from: Number.POSITIVE_INFINITY };
/** A second read of the same interval, without late readings. */
const readAgain: SiteChanges = { deviceIds: 'all', from: Number.POSITIVE_INFINITY };

export interface WatchDependencies extends EvaluationDependencies {
  readonly bus: Bus;
  readonly logError: (message: string, error: unknown) => void;
  readonly pace?: Partial<WatchIntervals>;
}

export interface AlertWatch {
  start(): void;
  /** Stops taking sites and waits for running evaluations. */
  stop(): Promise<void>;
}

/**
 * Runs the alert engine. It evaluates sites with alerts seconds after their readings are stored, and every half minute
 * for changes by time alone. At a start it evaluates recently stored readings once more.
 */
export function watchAlerts(dependencies: WatchDependencies): AlertWatch {
  const { db, bus, clock, logError } = dependencies;
  const { tickMs, ...pace } = { ...defaultIntervals, ...dependencies.pace };
  const stopping = new AbortController();
  const own = new WeakSet<AlertsChanged>();
  const recentlyTold = new RecentSites(clock.now());
  let watched: ReadonlySet<InstallationId> = new Set();
  let ticking: Promise<void> = Promise.resolve();
  let stopListening: readonly (() => void)[] = [];

  const queue = new SiteQueue({
    ...pace,
    onError: (error) => logError('alerts of a site could not be judged', error),
    async look(site, changed, signal) {
      for (const one of await traced('alerts of a site', { 'atrium.site': site.installationId }, () =>
        evaluateSite(dependencies, site, changed, signal),
      )) {
        own.add(one);
        bus.publish('alerts.changed', one);
      }
    },
  });

  async function enqueueAll(changed: SiteChanges): Promise<void> {
    try {
      const sites = await watchedAlertsStore(db).sites();
      watched = new Set(sites.map(({ installationId }) => installationId));
      for (const site of sites) queue.add(site, changed);
    } catch (error) {
      logError('sites with alerts could not be listed', error);
    }
  }

  const perhapsNew = (): SiteChanges => ({ deviceIds: 'all', from: clock.now() - lookBackMs });

  async function tick(): Promise<void> {
    await enqueueAll(perhapsNew());
    while (!stopping.signal.aborted) {
      await delay(tickMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      if (stopping.signal.aborted) return;
      await enqueueAll(timePassed);
      for (const site of recentlyTold.due(clock.now()))
        if (watched.has(site.installationId)) queue.add(site, readAgain);
    }
  }

  return {
    start() {
      stopListening = [
        bus.subscribe('readings.stored', ({ organizationId, installationId, deviceIds, from }) => {
          if (!watched.has(installationId)) return;
          recentlyTold.add({ organizationId, installationId }, clock.now());
          queue.add({ organizationId, installationId }, { deviceIds: new Set(deviceIds), from });
        }),
        bus.subscribe('alerts.changed', (changed) => {
          if (own.has(changed)) return;
          const { organizationId, installationId } = changed;
          watched = new Set([...watched, installationId]);
          queue.add({ organizationId, installationId }, timePassed);
        }),
        bus.subscribe('bus.missed', () => void enqueueAll(perhapsNew())),
      ];
      ticking = tick();
    },
    async stop() {
      for (const one of stopListening) one();
      stopping.abort();
      await ticking;
      await queue.stop();
    },
  };
}

/** Registers metrics for the number of active alerts and of open firings. */
export function registerAlertMetrics(db: Database, registry: Registry): void {
  const store = watchedAlertsStore(db);
  measureStored(registry, {
    name: 'atrium_alerts',
    help: 'Active alerts, and their open firings',
    labelNames: ['state'],
    read: async () => Object.entries(await store.counts()).map(([state, value]) => ({ labels: { state }, value })),
  });
}
