import { startOfSiteDay } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import {
  anAirSensor,
  aPad,
  aPassage,
  aSite,
  aZone,
  ends,
  places,
  randomSite,
  randomStream,
} from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createIngestion } from '../ingest/index.ts';
import { createAnswerCache } from '../planner/answer-cache.ts';
import { createAnswerQueries } from '../planner/answer-queries.ts';
import { createBalancePlanner } from '../planner/plan/plan-balances.ts';
import { during, plainFacts, scopeOf, zones } from '../testing/ask.ts';
import { store } from '../testing/store.ts';
import { createRollups } from './rollups.ts';
import { listSiteDays } from './site-days.ts';

const stores = useTestStores();
const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2030-01-01T12:00:00Z');
let organization = 80_000;

/** Creates a site with stored and rolled-up readings whose old days can be deleted. */
async function world(site: Topology, readings: Parameters<typeof store>[2], isKept = false) {
  const { organizationId, installationId } = site;
  let days: number | null = null;
  const restarted = () =>
    createRollups({
      analytics: stores.analytics,
      clock: aClock(now),
      logError: (message, error) => {
        throw new Error(message, { cause: error });
      },
      isIngesting: () => false,
      balances: createBalancePlanner(async () => site),
      retentions: async () => (days === null ? [] : [{ organizationId, days }]),
    });
  const rollups = restarted();
  const { ledger } = rollups;
  const write = async (some: typeof readings) => {
    const at = some.map((one) => ({ organization: organizationId, installation: installationId, at: one.at }));
    const end = await ledger.writing(listSiteDays(at));
    await store(stores.analytics, site, some);
    end();
  };
  await write(readings);
  const answerQueries = createAnswerQueries({
    analytics: stores.analytics,
    sites: { topologies: async () => [site] },
    ...plainFacts,
    clock: aClock(now),
    ledger,
    ...(isKept ? { kept: createAnswerCache(ledger) } : {}),
  });
  return {
    organizationId,
    rollups,
    /** Rollups of a process started later. */
    restarted,
    write,
    async ask(questions: readonly RawQuery[]) {
      const queries = questions.map((raw) => {
        const query = parseQuery(raw);
        if (!query.ok) throw new Error(query.error.message);
        return query.value;
      });
      return answerQueries(scopeOf(organizationId), queries);
    },
    /** Deletes readings before the start of a UTC day. */
    async forget(before: number) {
      days = Math.floor(now / day) - before / day;
      return rollups.forgetDue();
    },
    readings: async () =>
      stores.analytics.query<{ count: number }>({
        sql: `SELECT toFloat64(count()) AS count, toFloat64(min(at)) AS first FROM readings WHERE organization = {organization:UInt32}`,
        params: { organization: organizationId },
      }),
  };
}

const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'number' ? Number(one.toPrecision(10)) : one)));

test('once readings are deleted, an answer stays the same or says that they are deleted', async () => {
  let [same, gone] = [0, 0];
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    async (seed, place) => {
      const random = new Random(seed);
      const site = randomSite(random, organization++, place);
      const from = startOfSiteDay(site, place[1]);
      const to = from + 3 * day;
      const { ask, forget, rollups } = await world(site, randomStream(random, site, from - 3 * hour, to + 5 * hour));
      await rollups.rollAll(site.organizationId, now);
      const questions = Array.from({ length: 12 }, () => question(random, site, from));
      const before = await ask(questions);
      const limit = (Math.floor(from / day) + 1 + random.below(4)) * day;
      expect(await forget(limit)).toEqual([site.organizationId]);
      for (const [index, after] of (await ask(questions)).entries()) {
        if (after.ok) expect(rounded(after), JSON.stringify(questions[index])).toEqual(rounded(before[index]));
        else expect(after.error.code).toBe('READINGS_GONE');
        if (after.ok) same += 1;
        else gone += 1;
      }
    },
  );
  await fc.assert(runs, { numRuns: 15, endOnFailure: true });
  expect(same).toBeGreaterThan(20);
  expect(gone).toBeGreaterThan(3);
}, 900_000);

function question(random: Random, site: Topology, from: number): RawQuery {
  const begin = from + random.below(3) * day;
  const text = `${new Date(begin).toISOString()}/${new Date(begin + (1 + random.below(2)) * day).toISOString()}`;
  const metric = random.pick([
    'affluenceIn',
    'affluenceOut',
    'co2',
    'queueAbandon',
    'dwell',
    'footfallCaptureRate',
    'abandonRate',
    'waterConsumption',
    'uniqueVisitors',
    'inside',
    'queueLength',
  ]);
  const isOfValues = metric === 'co2' || metric === 'dwell';
  const aggregation = isOfValues ? random.pick(['AVERAGE', 'MIN', 'MAX', 'MEDIAN', 'P95']) : undefined;
  const granularity = random.pick([900, 3600, 10_800, 86_400]);
  const ids = random.shuffled(site.zones.map(({ id }) => id as number)).slice(0, 1 + random.below(2));
  const split = metric === 'affluenceIn' && random.chance(0.3) ? [{ type: 'GENDER' }] : [];
  return {
    metric,
    ...(aggregation === undefined ? {} : { aggregation }),
    filters: { conditions: [during(text), zones(...ids)] },
    groupBy: [...split, { type: 'DATE', granularity }],
  } as RawQuery;
}

/** A plain site: one door, one room, air. */
const plainSite = (organizationId: number) =>
  aSite(organizationId, {
    timezone: 'UTC',
    zones: [aZone(1)],
    passages: [aPassage(11, [ends(null, 1)])],
    devices: [aPad(21, 11, { interval: 900 }), anAirSensor(61, 1, { interval: 900 })],
  });
const first = Date.parse('2029-03-05T00:00:00Z');
const plainReadings = Array.from({ length: 4 * 96 }, (_, index) => first + index * 900_000).flatMap((at) => [
  { device: 21, metric: 'affluenceIn', at, value: 1 + ((at / 900_000) % 7), interval: 900 },
  { device: 61, metric: 'co2', at, value: 400 + ((at / 900_000) % 91), interval: 0 },
]);
const asked = (metric: string, granularity: number, more = {}): RawQuery => ({
  metric,
  filters: { conditions: [during('2029-03-05/2029-03-09')] },
  groupBy: [{ type: 'DATE', granularity }],
  ...more,
});

test.each([false, true])('rollups still answer everything they contain (answers cached: %s)', async (isKept) => {
  const site = plainSite(organization++);
  const { ask, forget, rollups } = await world(site, plainReadings, isKept);
  await rollups.rollAll(site.organizationId, now);
  const questions = [
    asked('affluenceIn', 3600),
    asked('affluenceIn', 86_400, { compare: 'PREVIOUS' }),
    asked('co2', 900),
    asked('co2', 86_400, { aggregation: 'P95' }),
    asked('inside', 3600),
    asked('insideCorrected', 3600),
  ];
  const before = await ask(questions);
  expect(before.map(({ ok }) => ok)).toEqual([true, true, true, true, true, true]);
  await forget(first + 2 * day);
  const after = await ask(questions);
  expect(after.slice(0, 5)).toEqual(before.slice(0, 5));
  expect(after[5]).toMatchObject({
    ok: false,
    error: { code: 'READINGS_GONE', message: expect.stringContaining('2029-03-07') },
  });
  const late = { ...asked('insideCorrected', 3600), filters: { conditions: [during('2029-03-08/2029-03-09')] } };
  expect((await ask([late]))[0]).toMatchObject({ ok: true });
});

test('readings missing in rollups are not deleted, and older ones are rejected', async () => {
  const site = plainSite(organization++);
  const { ask, write, forget, readings, rollups } = await world(site, plainReadings);
  const { ledger } = rollups;
  const limit = first + 2 * day;
  const { organizationId, installationId } = site;
  // A write to the first day is in progress: nothing is deleted and no delete begins.
  const end = await ledger.writing(
    listSiteDays([{ organization: organizationId, installation: installationId, at: first }]),
  );
  expect(await forget(limit)).toEqual([]);
  expect((await readings())[0]).toMatchObject({ count: plainReadings.length });
  await expect(write(plainReadings.slice(0, 1))).rejects.toThrow('kept no longer');
  await expect(write(plainReadings.slice(-1))).resolves.toBeUndefined();
  end();
  const [before] = await ask([asked('affluenceIn', 86_400)]);
  expect(await forget(limit)).toEqual([organizationId]);
  expect((await readings())[0]).toMatchObject({ first: limit });
  expect((await ask([asked('affluenceIn', 86_400)]))[0]).toEqual(before);
  expect(await forget(limit)).toEqual([]);
});

test('a start finishes an interrupted deletion, and begins none when nothing is left', async () => {
  const site = plainSite(organization++);
  const { forget, readings, organizationId, restarted } = await world(site, plainReadings);
  expect(await forget(first + day)).toEqual([organizationId]);
  const kept = await readings();
  const deletions = () => stores.analytics.query({ sql: 'SELECT mutation_id FROM system.mutations', params: {} });
  const before = (await deletions()).length;
  await restarted().forgetDue();
  expect(await deletions()).toHaveLength(before);
  // As if the process ended after recording the retention limit and before deleting.
  const gone = plainReadings.filter(({ at }) => at < first + day);
  await store(stores.analytics, site, gone);
  expect(await readings()).not.toEqual(kept);
  await restarted().forgetDue();
  expect(await readings()).toEqual(kept);
});

test('a gateway that sends readings past their retention gets an error', async () => {
  const site = plainSite(organization++);
  const { forget, rollups } = await world(site, plainReadings);
  await forget(first + day);
  const ingestion = createIngestion({
    analytics: stores.analytics,
    devices: {
      findDevice: async () => ({
        device: { id: 21 as never, interval: 300, removedAt: null, kind: 'pad', meter: null },
        installationId: site.installationId,
      }),
    },
    bus: { publish: () => {}, subscribe: () => () => {}, isWhole: true },
    clock: aClock(now),
    logError: () => {},
    ledger: rollups.ledger,
  });
  const reading = (at: number) => ({
    device: 'PAD-21',
    metric: 'affluenceIn',
    at: new Date(at).toISOString(),
    value: 3,
  });
  const sent = await ingestion.ingestReadings(
    scopeOf(site.organizationId),
    null,
    [reading(first + day - 1), reading(first + day)],
    now,
  );
  expect(sent).toMatchObject({
    ok: true,
    value: {
      corrected: 1,
      rejected: [{ index: 0, code: 'TIME_NOT_KEPT', message: expect.stringContaining('2029-03-06') }],
    },
  });
  await ingestion.drain();
});
