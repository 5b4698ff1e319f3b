import { setTimeout as delay } from 'node:timers/promises';
import type { InstallationId } from '@atrium/domain/core';
import type { Bus } from '../../platform/bus/bus.ts';
import { traced } from '../../platform/tracing/index.ts';
import type { AlertsChanged } from '../alerts.events.ts';
import { evaluateSite } from './evaluate-site.ts';
import type { EvaluationDependencies } from './evaluation-dependencies.ts';
import type { SiteChanges } from './plan-evaluation.ts';
import { RecentSites } from './recent-sites.ts';
import { SiteQueue } from './site-queue.ts';
import { watchedAlertsStore } from './watched-alerts.store.ts';

export interface WatchIntervals {
  /** Minimum pause between two evaluations of a site while readings keep coming, ms. */
  readonly pauseMs: number;
  /** Interval of the evaluations by elapsed time, ms. */
  readonly tickMs: number;
  /** Sites evaluated concurrently. */
  readonly atOnce: number;
}

const defaultIntervals: WatchIntervals = { pauseMs: 2000, tickMs: 30_000, atOnce: 2 };

/** Readings this long before a start, or before the bus reconnected, may not have been evaluated, ms. */
const lookBackMs = 2 * 3_600_000;

const timePassed: SiteChanges = { deviceIds: new Set(), from: Number.POSITIVE_INFINITY };
/** Reads once more, without late readings. */
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
