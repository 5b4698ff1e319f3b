import type { Instant, Span } from '@atrium/domain/core';
import { defaultSettings } from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { Random } from '@atrium/testkit/chance';
import { type ExtraData, tagCategories, tags } from '@atrium/testkit/oracle';
import type { TestReading } from '@atrium/testkit/readings';
import { aClock } from '@atrium/testkit/time';
import { receiptsStore } from '../../actions/sales/index.ts';
import type { TestStores } from '../../platform/testing/test-stores.ts';
import type { MeasurementDeps } from '../planner/answer-queries.ts';
import { createBalancePlanner } from '../planner/plan/plan-balances.ts';
import type { MeasurementFacts } from '../planner/plan/scoped-query.ts';
import { correctReadings, type ReadChanges } from '../reading-corrections/correct-statements.ts';
import { createRecentDays } from '../recent-readings/recent-days.ts';
import { DirtyDays } from '../rollups/dirty-days.ts';
import { createRollups, type RollupCorrections, type Rollups } from '../rollups/rollups.ts';
import { listSiteDays } from '../rollups/site-days.ts';
import { plainFacts } from './ask.ts';
import { store } from './store.ts';

/** Tags of the random sites. */
export const loadTagFacts = async (): Promise<MeasurementFacts> => ({
  settings: defaultSettings,
  tagCategories: tagCategories.map(({ name, ids }, index) => ({
    id: (950 + index) as never,
    name,
    tags: tags.filter(({ id }) => ids.includes(id)).map(({ id, name: tag }) => ({ id: id as never, name: tag })),
  })),
});

/** Long after the end of the data. */
const longAfter = Date.parse('2030-01-01T00:00:00Z');

/** Gives the site the ids of a stored one, so that receipts can belong to it; in a new organization by default. */
export async function createStoredSite(stores: TestStores, site: Topology, organization?: number): Promise<Topology> {
  const organizationId = organization ?? (await stores.freshOrganization());
  const { rows } = await stores.relational.pool.query(
    `insert into installations (organization_id, key, name, timezone, opening_hours, creation_date)
     values ($1, $2, 'Site', 'UTC', '{"spans": [], "reset": false}', now()) returning id`,
    [organizationId, `site-${site.zones[0]?.id}`],
  );
  return { ...site, organizationId: organizationId as never, installationId: rows[0].id, currency: 'CHF' };
}

/** Stores sales as an import would. */
async function sell(stores: TestStores, site: Topology, { receipts, soldDays }: ExtraData): Promise<void> {
  const sales = receiptsStore(stores.relational.db);
  await sales.put(
    site,
    receipts.map((one) => ({ ...one, currency: 'CHF' })),
  );
  await sales.cover(site, soldDays);
}

/** Site with its facts; `readings` are drawn lazily. */
export interface WorldSite {
  readonly site: Topology;
  readonly readings: () => readonly TestReading[];
  readonly beside: ExtraData;
}

/** Stores the readings and sales of each site; returns the dependencies of answers about them. */
export async function storeWorld(
  stores: TestStores,
  random: Random,
  told: readonly WorldSite[],
  now: Instant,
  rollups: Rollups | null = createRandomRollups(stores, random),
  readChanges: ReadChanges = async () => [],
): Promise<MeasurementDeps> {
  for (const { site, readings, beside } of told) {
    await deliver(stores, random, site, readings(), rollups);
    await sell(stores, site, beside);
  }
  return dependencies(
    { ...stores, analytics: correctReadings(stores.analytics, readChanges) },
    told,
    rollups,
    now,
    readChanges,
  );
}

/** Builds the dependencies of answers, with rollups if given. */
function dependencies(
  stores: TestStores,
  told: readonly Omit<WorldSite, 'readings'>[],
  rollups: Rollups | null,
  now: Instant,
  readChanges: ReadChanges,
): MeasurementDeps {
  const sights = told.flatMap(({ beside }) => beside.sights).sort((left, right) => left.at - right.at);
  return {
    analytics: stores.analytics,
    sites: { topologies: async () => told.map(({ site }) => site) },
    ...plainFacts,
    facts: loadTagFacts,
    sales: receiptsStore(stores.relational.db),
    corrections: { setPoints: async (_, ids, span) => sightsWithin(sights, ids, span) },
    clock: aClock(now),
    ...(rollups === null ? {} : remembered(stores, rollups, now, readChanges)),
  };
}

/** Set manually: queries run in a replica that follows the writing process. */
const isSeveral = process.env.ATRIUM_WORLDS === 'several';

/** Answers from rollups; every second minute also from recent readings in memory. */
function remembered(
  { analytics }: TestStores,
  { ledger }: Rollups,
  now: Instant,
  readChanges: ReadChanges,
): Partial<MeasurementDeps> {
  if (isSeveral) return { ledger: new DirtyDays(analytics, aClock(now), 'following') };
  const isHeld = Math.floor(now / 60_000) % 2 === 0;
  return {
    ledger,
    ...(isHeld && { openDays: createRecentDays({ analytics, readChanges, ledger, clock: aClock(now) }) }),
  };
}

const sightsWithin = (sights: ExtraData['sights'], ids: readonly number[], { from, to }: Span) =>
  sights.flatMap(({ zoneId, at, value }) =>
    ids.includes(zoneId) && from <= at && at < to ? [{ zoneId: zoneId as never, at, value }] : [],
  );

/** Returns the current time: long after, or a whole minute within the queried days, on the sensors' grid or not. */
export function pickNow(random: Random, { from, to }: Span): Instant {
  return random.chance(0.5) ? longAfter : from + random.below((to - from) / 60_000) * 60_000;
}

/**
 * Returns the readings sent by then: counts once their interval is over, and future readings of clocks that run ahead.
 */
export function selectSent<One extends { readonly device: number; readonly at: Instant; readonly interval?: number }>(
  readings: readonly One[],
  now: Instant,
): One[] {
  const isAhead = ({ device, at }: One) => device % 5 === 1 && at > now && at <= now + 3_000_000;
  return readings.filter((one) => one.at + Math.max((one.interval ?? 0) * 1000, 1) <= now || isAhead(one));
}

/** Returns the corrections and sales known by then. */
export function selectKnown({ sights, receipts, soldDays }: ExtraData, now: Instant): ExtraData {
  return {
    sights: sights.filter(({ at }) => at < now),
    receipts: receipts.filter(({ soldAt }) => soldAt < now),
    soldDays,
  };
}

/** Sites of the random worlds. */
const topologies = new Map<string, Topology>();

/** Plans the balances of sites whose readings were delivered. */
const worldBalances = createBalancePlanner(
  async (organization, installation) => topologies.get(`${organization} ${installation}`) ?? null,
);

/** Half of the worlds have rollups of some days. */
export function createRandomRollups(stores: TestStores, random: Random): Rollups | null {
  return random.chance(0.5) ? null : createWorldRollups(stores);
}

/** Creates rollups of random worlds, over corrected readings. */
export function createWorldRollups(stores: TestStores, corrections?: RollupCorrections): Rollups {
  return createRollups({
    analytics: stores.analytics,
    corrections,
    clock: aClock(longAfter),
    logError: (message, error) => {
      throw new Error(message, { cause: error });
    },
    isIngesting: () => false,
    balances: worldBalances,
    ledgerUse: isSeveral ? 'followed' : 'alone',
  });
}

/**
 * Delivers readings unordered, with wrong first versions and repetitions. Some days are rolled up in between and
 * written to again.
 */
async function deliver(
  stores: TestStores,
  random: Random,
  site: Topology,
  readings: readonly TestReading[],
  rollups: Rollups | null,
): Promise<void> {
  const { organizationId, installationId } = site;
  topologies.set(`${organizationId} ${installationId}`, site);
  const send = async (some: readonly TestReading[]) => {
    const days = listSiteDays(
      some.map(({ at }) => ({ organization: organizationId, installation: installationId, at })),
    );
    const end = await rollups?.ledger.writing(days);
    await store(stores.analytics, site, random.shuffled([...some]));
    end?.();
    const middle = readings[random.below(readings.length)]?.at ?? 0;
    await rollups?.rollAll(organizationId, random.pick([0, middle, longAfter]));
  };
  const wrong = readings.filter(() => random.chance(0.1)).map((reading) => ({ ...reading, value: reading.value + 3 }));
  const repeated = readings.filter(() => random.chance(0.1));
  const late = new Set(readings.filter(() => random.chance(0.05)));
  await send(wrong);
  await send([...readings.filter((one) => !late.has(one)), ...repeated]);
  await send([...late]);
}
