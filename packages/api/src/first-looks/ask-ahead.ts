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
  /** Answers in quiet moments, and keeps what it read where people's questions find it. */
  readonly answerAhead: AnswerQueries;
  /** Resolves in a quiet moment. */
  readonly quiet: (signal: AbortSignal) => Promise<void>;
  /** What the overview asks. */
  readonly questionsOf: (scope: Scope) => Promise<readonly RawQuery[]>;
  /** Has the readings of a site's open days in memory, where memory holds any. */
  readonly holdOpenDays: (organization: OrganizationId, installation: number) => Promise<unknown>;
  readonly sites: SiteSnapshots;
  readonly latestVisits: (most: number) => Promise<readonly Visit[]>;
  /** Days that are over and not added up yet: what is read of them is hardly kept. */
  readonly daysWaiting: () => Promise<number>;
  readonly clock: Clock;
  readonly failed: (error: unknown) => void;
}

/** What one round asked. */
export interface AskedAhead {
  readonly organizations: number;
  readonly questions: number;
  readonly ms: number;
}

export interface FirstLooks {
  /** Asks once for whoever may come, and from then on whenever an hour of a site begins that was visited lately. */
  start(told: (first: AskedAhead) => void): void;
  /** One such round, for those who were visited since; null: for all. */
  ask(visitedSince: Instant | null): Promise<AskedAhead>;
  /** Ends what is under way. */
  stop(): Promise<void>;
}

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];
/** Of a round: who was visited latest comes first. */
const most = { organizations: 20, sites: 300, ms: minute };
const every = 5 * minute;
/** Past an hour, in minutes: by then is known what devices send each minute, each five and each fifteen. */
const knownAt = [1, 6, 16];
/** Whoever was visited before that is not kept up with. */
const lately = day;
/** A history that was just written is added up first, for as long. */
const patience = { times: 60, each: second };

/**
 * Asks what the overview of each organization asks, before anybody does: after a start, when nothing is in memory, and
 * whenever an hour begins, since what a day in progress is compared with is kept up to its hour. A statement at a time,
 * in quiet moments; nothing depends on it.
 */
export function askAhead(deps: FirstLooksDependencies, bounds = most): FirstLooks {
  const { clock, latestVisits, daysWaiting } = deps;
  const stopping = new AbortController();
  /** By organization how far the hours of its sites' clocks were when it was asked for last. */
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

/** How many questions were answered. Rejects with `Cancelled` where the round ends before. */
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

/** How far the hour is at the sites: as long as that is the same, what was read is kept, and no more is known. */
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
