import { addDays, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { Random } from '@atrium/testkit/chance';
import type { TestReading } from '@atrium/testkit/readings';
import { places, randomSite, randomStream } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInProcessBus } from '../../platform/bus/open-bus.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createAnswerQueries, createIngestion, createRecentDays, createRollups } from '../index.ts';
import { plainFacts, scopeOf } from '../testing/ask.ts';
import { createLive } from './live-metrics.ts';
import { type LivePair, type LiveValue, readLiveValues, toPairKey } from './live-values.ts';

const stores = useTestStores();
const minute = 60_000;
const hour = 60 * minute;
const metrics = ['affluenceIn', 'inside', 'occupancy', 'queueLength', 'co2', 'femaleProportion'];
let organization = 96_000;

const logError = (message: string, cause: unknown) => {
  throw new Error(message, { cause });
};

/** Watches a site's values while readings arrive, some late and some corrected. */
async function watchedLife(random: Random, site: Topology, first: LocalDate) {
  const from = startOfSiteDay(site, first);
  let now = from + (4 + random.below(20)) * hour;
  const clock = { now: () => now };
  const coming = randomStream(random, site, from - 3 * hour, startOfSiteDay(site, addDays(first, 2))).sort(
    (left, right) => dueAt(left) - dueAt(right),
  );
  const sent: TestReading[] = [];
  const bus = createInProcessBus({ error: (fields: unknown) => logError('bus', fields) } as never);
  /** Whether readings were stored since the clock moved: time alone pushes nothing. */
  let isTold = false;
  bus.subscribe('readings.stored', () => {
    isTold = true;
  });
  const { analytics } = stores;
  const { ledger } = createRollups({ analytics, clock, logError, isIngesting: () => false });
  const openDays = createRecentDays({ analytics, ledger, clock });
  const findDevice = async (_: unknown, serial: string) => {
    const device = site.devices.find(({ id }) => `${id}` === serial);
    return device === undefined
      ? null
      : { device: { ...device, removedAt: null }, installationId: site.installationId };
  };
  const ingestion = createIngestion({ analytics, devices: { findDevice }, bus, clock, logError, ledger, openDays });
  const sites = { topologies: async () => [site], topology: async () => site };
  const asking = { analytics, sites, ...plainFacts, clock, ledger };
  const fromStore = createAnswerQueries(asking);
  const { liveMetrics } = createLive({
    answerQueries: createAnswerQueries({ ...asking, openDays }),
    sites,
    bus,
    clock,
    logError,
  });
  const { organizationId, installationId } = site;
  const asked = { organizationId, installationId, target: 'ZONE', entityIds: site.zones.map(({ id }) => id) } as const;
  const stream = await liveMetrics(scopeOf(organizationId), { ...asked, metrics });
  if (!stream.ok) throw new Error(stream.error.message);
  const pushed = new Map<string, LiveValue>();
  const pairs: LivePair[] = asked.entityIds.flatMap((entityId) =>
    metrics.map((metric) => ({ target: 'ZONE', entityId, metric }) as const),
  );
  const reading = (async () => {
    for await (const value of stream.value) pushed.set(toPairKey({ target: 'ZONE', ...value }), value);
  })();
  const send = async (readings: readonly TestReading[]) => {
    const taken = await ingestion.ingestReadings(systemScope(organizationId), null, readings.map(rawOf), now);
    if (!taken.ok) throw new Error(taken.error.message);
    sent.push(...readings);
  };
  return {
    async goOn() {
      now += random.pick([minute, 17 * minute, 2 * hour]);
      isTold = false;
      const due = coming.findIndex((one) => dueAt(one) > now);
      await send(coming.splice(0, due < 0 ? coming.length : due));
    },
    async correct() {
      const some = Array.from({ length: sent.length === 0 ? 0 : 5 }, () => random.pick(sent));
      const once = new Map(some.map((one) => [`${one.device} ${one.metric} ${one.at} ${one.descriptors}`, one]));
      await send([...once.values()].map((one) => ({ ...one, value: one.value + 1 })));
    },
    /** Compares the last pushed value of each pair with a fresh query. */
    async compare() {
      if (!isTold) return 0;
      const signal = new AbortController().signal;
      const stored = await readLiveValues(fromStore, systemScope(organizationId), site, pairs, now, signal);
      const told = (values: ReadonlyMap<string, LiveValue>) =>
        pairs.map((pair) => [
          toPairKey(pair),
          values.get(toPairKey(pair))?.state,
          rounded(values.get(toPairKey(pair))),
        ]);
      await expect.poll(() => told(pushed), { timeout: 5000, interval: 20 }).toEqual(told(stored));
      return 1;
    },
    async close() {
      await stream.value[Symbol.asyncIterator]().return?.();
      await reading;
    },
  };
}

const dueAt = ({ at, interval = 0 }: TestReading) => at + interval * 1000;
/** Floating-point sums differ in their last digits by the order of addition. */
const rounded = (one: LiveValue | undefined) => (one?.value == null ? null : Number(one.value.toPrecision(9)));

function rawOf({ device, at, descriptors = '', ...rest }: TestReading): Record<string, unknown> {
  const told = descriptors === '' ? [] : descriptors.split(';').map((pair) => pair.split('='));
  return { ...rest, ...Object.fromEntries(told), device: `${device}`, at: new Date(at).toISOString() };
}

test('the value that is pushed is the value that would be asked, at every step', async () => {
  let compared = 0;
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    async (seed, place) => {
      const random = new Random(seed);
      const first = addDays(place[1], -1) as LocalDate;
      const site = { ...randomSite(random, organization++, place), installationId: organization as never };
      const life = await watchedLife(random, site, first);
      for (let step = 0; step < 6; step++) {
        if (random.chance(0.6)) await life.goOn();
        else await life.correct();
        compared += await life.compare();
      }
      await life.close();
    },
  );
  await fc.assert(runs, { numRuns: process.env.ATRIUM_REHEARSALS === 'long' ? 30 : 1, endOnFailure: true });
  expect(compared).toBeGreaterThan(0);
}, 600_000);
