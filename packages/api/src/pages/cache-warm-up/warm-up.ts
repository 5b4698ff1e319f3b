import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, type LocalDate, type OrganizationId, toSiteDay } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import type { AnswerQueries, RecentDays, Rollups } from '../../numbers/index.ts';
import type { Visit } from '../../people/access/index.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import { runPeriodically } from '../../platform/concurrency/timing.ts';
import { Cancelled } from '../../platform/failures.ts';
import { forceGcOnceIdle } from '../../platform/force-gc.ts';
import type { Work } from '../../platform/module.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Scope, systemScope } from '../../platform/tenancy/index.ts';
import type { SiteSnapshot, SiteSnapshots } from '../../sites/index.ts';
import { buildOverviewRequests } from '../index.ts';
import { whenIdle } from './when-idle.ts';

export interface CacheWarmUpDependencies {
  /** Answers while the engine is idle, into the caches that page queries use. */
  readonly answerWhenIdle: AnswerQueries;
  /** Resolves once the engine is idle. */
  readonly idle: (signal: AbortSignal) => Promise<void>;
  /** Returns the queries of the overview. */
  readonly questionsFor: (scope: Scope) => Promise<readonly RawQuery[]>;
  /** Loads a site's recent readings, in processes that hold any in memory. */
  readonly loadRecentReadings: (organization: OrganizationId, installation: number) => Promise<unknown>;
  readonly sites: SiteSnapshots;
  readonly latestVisits: (max: number) => Promise<readonly Visit[]>;
  /** Number of past days without rollups. Reads of such days are hardly cached. */
  readonly daysWaiting: () => Promise<number>;
  readonly clock: Clock;
  readonly failed: (error: unknown) => void;
}

export interface WarmUp {
  readonly organizations: number;
  readonly questions: number;
  readonly ms: number;
}

export interface CacheWarmUp {
  /** Warms up once rollups have caught up, then after each change of day. */
  start(done: (result: WarmUp) => void): void;
  /** Warms up now. */
  warmUp(): Promise<WarmUp>;
  /** Warms up the organizations at whose sites a day has begun since the last time. */
  warmUpNewDays(): Promise<WarmUp>;
  /** Cancels a warm-up that is running. */
  stop(): Promise<void>;
}

/** Organizations visited last come first. */
const defaultBounds = { organizations: 20, sites: 2000, ms: 300_000 };
/** How often and how long (ms) to wait for rollups. */
const rollupWait = { times: 60, ms: 1000 };
/** How often to look for days that have begun, ms. */
const checkEveryMs = 60_000;
/** Days are not prepared for organizations that nobody has visited for this long, ms. */
const maxAbsenceMs = 7 * 86_400_000;

/** Current day of each site. */
type SiteDays = ReadonlyMap<number, LocalDate>;

/**
 * Fills the caches after a start and at each change of day. Runs the queries of each overview, one statement at a time,
 * while the engine is idle.
 */
export function createCacheWarmUp(deps: CacheWarmUpDependencies, bounds = defaultBounds): CacheWarmUp {
  const { clock, latestVisits, daysWaiting } = deps;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let lastDays: ReadonlyMap<OrganizationId, SiteDays> = new Map();

  const warmUp = async (isDue: (visit: Visit, days: SiteDays) => boolean = () => true) => {
    const begin = clock.now();
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(bounds.ms)]);
    const seen = new Map<OrganizationId, SiteDays>();
    let [organizations, questions, sitesLeft] = [0, 0, bounds.sites];
    for (const visit of await latestVisits(bounds.organizations)) {
      const { organizationId } = visit;
      const scope = systemScope(organizationId);
      const snapshot = await deps.sites.snapshot(scope);
      const days = new Map([...snapshot.sites].map(([id, { topology }]) => [id as number, toSiteDay(topology, begin)]));
      if (!isDue(visit, days)) {
        seen.set(organizationId, lastDays.get(organizationId) ?? days);
        continue;
      }
      // One that has to wait keeps its earlier days, so that it is due again in the next round.
      seen.set(organizationId, lastDays.get(organizationId) ?? new Map());
      if (signal.aborted || snapshot.sites.size > sitesLeft) continue;
      sitesLeft -= snapshot.sites.size;
      try {
        questions += await warmUpOrganization(deps, scope, snapshot, signal);
      } catch (error) {
        if (error instanceof Cancelled) continue;
        throw error;
      }
      seen.set(organizationId, days);
      organizations += 1;
    }
    lastDays = seen;
    return { organizations, questions, ms: clock.now() - begin };
  };

  const warmUpNewDays = () =>
    warmUp(({ organizationId, at }, days) => {
      const last = lastDays.get(organizationId);
      // Visitors of organizations that were not known before have filled the caches themselves.
      if (last === undefined || at === null || clock.now() - at > maxAbsenceMs) return false;
      return [...days].some(([site, day]) => last.get(site) !== day);
    });
  const newDays = runPeriodically(warmUpNewDays, checkEveryMs, deps.failed);

  const waitForRollups = async () => {
    for (let time = 0; time < rollupWait.times && !stopping.signal.aborted && (await daysWaiting()) > 0; time++)
      await delay(rollupWait.ms, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
  };

  return {
    start(done) {
      running = waitForRollups()
        .then(() => warmUp())
        .then(done)
        .catch(deps.failed)
        .then(() => {
          if (!stopping.signal.aborted) newDays.start();
        });
    },
    warmUp: () => warmUp(),
    warmUpNewDays,
    async stop() {
      stopping.abort();
      await running;
      await newDays.stop();
    },
  };
}

interface WarmUpModuleDependencies extends Pick<CacheWarmUpDependencies, 'sites' | 'clock'> {
  readonly analytics: AnalyticsStore;
  readonly answerBy: (store: AnalyticsStore) => AnswerQueries;
  readonly openDays: Pick<RecentDays, 'of'> | undefined;
  readonly rollups: Pick<Rollups, 'daysWaiting'>;
  readonly access: { readonly latestVisits: CacheWarmUpDependencies['latestVisits'] };
  readonly logError: (message: string, error: unknown) => void;
}

/** Fills the caches after a start and at each change of day, in the processes that serve pages. */
export function createCacheWarmUpModule(deps: WarmUpModuleDependencies) {
  const { sites, clock, openDays, logError } = deps;
  const { store, idle } = whenIdle(deps.analytics);
  const cacheWarmUp = createCacheWarmUp({
    answerWhenIdle: deps.answerBy(store),
    idle,
    questionsFor: async (scope) => (await buildOverviewRequests({ sites, clock }, scope)).flat(),
    loadRecentReadings: async (organization, installation) => openDays?.of(organization, installation),
    sites,
    latestVisits: deps.access.latestVisits,
    daysWaiting: deps.rollups.daysWaiting,
    clock,
    failed: (error) => logError('the cache warm-up failed', error),
  });
  const start = ({ logger }: Platform) =>
    cacheWarmUp.start((result) => {
      logger.info(result, 'caches are warm: overviews are answered from memory');
      // Most memory used by the warm-up is garbage by now.
      forceGcOnceIdle();
    });
  return {
    services: { cacheWarmUp },
    work: (platform: Platform): readonly Work[] => [
      { by: 'pages', open: () => ({ start: () => start(platform), stop: () => cacheWarmUp.stop() }) },
    ],
  };
}

/** Returns the number of queries answered. Rejects with `Cancelled` when the time is over. */
async function warmUpOrganization(
  { answerWhenIdle, idle, questionsFor, loadRecentReadings }: CacheWarmUpDependencies,
  scope: Scope,
  { sites }: SiteSnapshot,
  signal: AbortSignal,
): Promise<number> {
  for (const installation of sites.keys()) {
    await idle(signal);
    await loadRecentReadings(scope.organizationId, installation);
  }
  let questions = 0;
  for (const raw of await questionsFor(scope)) {
    const query = parseQuery(raw);
    if (!query.ok) continue;
    await answerWhenIdle(scope, [query.value], signal);
    questions += 1;
  }
  return questions;
}
