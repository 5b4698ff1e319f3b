import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, type Instant, type OrganizationId, wallAt } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/measurements';
import { parseQuery } from '@atrium/domain/measurements/parsing';
import type { Visit } from '../access/index.ts';
import type { AnswerQueries } from '../measurements/index.ts';
import { Cancelled } from '../platform/cancelled.ts';
import { rounds } from '../platform/concurrency/rounds.ts';
import { type Scope, systemScope } from '../platform/tenancy/index.ts';
import type { SiteSnapshot, SiteSnapshots } from '../sites/index.ts';

export interface FirstLooksDependencies {
  /** Answers queries while the engine is idle and caches results where users' queries find them. */
  readonly answerAhead: AnswerQueries;
  /** Resolves when the engine is idle. */
  readonly quiet: (signal: AbortSignal) => Promise<void>;
  /** Returns the overview's queries. */
  readonly questionsOf: (scope: Scope) => Promise<readonly RawQuery[]>;
  /** Loads a site's recent readings into memory, where this process keeps any. */
  readonly holdOpenDays: (organization: OrganizationId, installation: number) => Promise<unknown>;
  readonly sites: SiteSnapshots;
  readonly latestVisits: (most: number) => Promise<readonly Visit[]>;
  /** Number of past days without rollups; results for such days are hardly cached. */
  readonly daysWaiting: () => Promise<number>;
  readonly clock: Clock;
  readonly failed: (error: unknown) => void;
}

/** Statistics of one warm-up round. */
export interface AskedAhead {
  readonly organizations: number;
  readonly questions: number;
  readonly ms: number;
}

export interface FirstLooks {
  /**
   * Warms the cache once for all organizations. Later it does so whenever an hour begins at a site with recent visits.
   */
  start(told: (first: AskedAhead) => void): void;
  /** Runs one round for organizations visited since then; null for all. */
  ask(visitedSince: Instant | null): Promise<AskedAhead>;
  /** Cancels the current round. */
  stop(): Promise<void>;
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
/** Limits of one round; the most recently visited organizations come first. */
const most = { organizations: 20, sites: 300, ms: minute };
const every = 5 * minute;
/** Minutes after each hour at which data of devices with intervals of one, five and fifteen minutes has arrived. */
const knownAt = [1, 6, 16];
/** Organizations without a visit in this time are not warmed. */
const lately = day;
/** Maximum time to wait for rollups of newly imported history. */
const patience = { times: 60, each: second };

/**
 * Creates the cache warm-up. It runs each organization's overview queries before users do: after a start, when nothing
 * is cached, and whenever an hour begins. Comparisons for the current day are cached by hour. It runs one statement at
 * a time while the engine is idle; nothing depends on it.
 */
export function askAhead(deps: FirstLooksDependencies, bounds = most): FirstLooks {
  const { clock, latestVisits, daysWaiting } = deps;
  const stopping = new AbortController();
  /** By organization: the hours of its sites' clocks at its last round. */
  const askedIn = new Map<OrganizationId, string>();

  const ask: FirstLooks['ask'] = async (visitedSince) => {
    const begin = clock.now();
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(bounds.ms)]);
    const asked = { organizations: 0, questions: 0 };
    let left = bounds.sites;
    for (const { organizationId, at } of await latestVisits(bounds.organizations)) {
      if (visitedSince !== null && (at ?? Number.NEGATIVE_INFINITY) < visitedSince) break;
      const scope = systemScope(organizationId);
      const snapshot = await deps.sites.snapshot(scope);
      const hours = hoursOf(snapshot, clock.now());
      if (snapshot.sites.size > left || askedIn.get(organizationId) === hours) continue;
      left -= snapshot.sites.size;
      try {
        asked.questions += await askFor(deps, scope, snapshot, signal);
      } catch (error) {
        if (error instanceof Cancelled) break;
        throw error;
      }
      asked.organizations += 1;
      askedIn.set(organizationId, hours);
    }
    return { ...asked, ms: clock.now() - begin };
  };

  let tellFirst: ((first: AskedAhead) => void) | null = () => {};
  const round = async () => {
    if (tellFirst === null) return ask(clock.now() - lately);
    for (let time = 0; time < patience.times && !stopping.signal.aborted && (await daysWaiting()) > 0; time++)
      await delay(patience.each, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    const tell = tellFirst;
    tellFirst = null;
    return ask(null).then(tell);
  };
  const work = rounds(round, () => every - ((clock.now() - minute) % every), deps.failed);
  return {
    start(told) {
      tellFirst = told;
      work.start();
    },
    ask,
    async stop() {
      stopping.abort();
      await work.stop();
    },
  };
}

/** Returns the number of answered queries. Rejects with `Cancelled` when the round ends first. */
async function askFor(
  { answerAhead, quiet, questionsOf, holdOpenDays }: FirstLooksDependencies,
  scope: Scope,
  { sites }: SiteSnapshot,
  signal: AbortSignal,
): Promise<number> {
  for (const installation of sites.keys()) {
    await quiet(signal);
    await holdOpenDays(scope.organizationId, installation);
  }
  let questions = 0;
  for (const raw of await questionsOf(scope)) {
    const query = parseQuery(raw);
    if (!query.ok) continue;
    await answerAhead(scope, [query.value], signal);
    questions += 1;
  }
  return questions;
}

/**
 * Returns a key for the current hour at the sites. While it is unchanged, cached results are valid and no new data is
 * expected.
 */
function hoursOf({ sites }: SiteSnapshot, now: Instant): string {
  const zones = new Set([...sites.values()].map(({ topology }) => topology.timezone));
  return [...zones]
    .sort()
    .map((zone) => {
      const wall = wallAt(zone, now);
      return `${Math.floor(wall / hour)}.${knownAt.filter((past) => wall % hour >= past * minute).length}`;
    })
    .join();
}
