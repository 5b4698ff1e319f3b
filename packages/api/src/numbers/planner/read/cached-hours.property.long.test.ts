import type { RawQuery } from '@atrium/domain/numbers';
import { Random } from '@atrium/testkit/chance';
import type { TestReading } from '@atrium/testkit/readings';
import { anAirSensor, aPad, aPassage, aSite, aZone, ends } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { createRecentDays } from '../../recent-readings/recent-days.ts';
import { createRollups } from '../../rollups/rollups.ts';
import { parseValidQuery, plainFacts, scopeOf } from '../../testing/ask.ts';
import { countQueries, storeAndNotify } from '../../testing/notifying-store.ts';
import { createAnswerQueries } from '../answer-queries.ts';

const stores = useTestStores();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const today = Date.parse('2026-05-13T22:00:00Z');
/** Today and the same weekday of the weeks before. */
const weeks = [3, 2, 1, 0].map((back) => today - 7 * back * day);
let organization = 96_000;

/** `isSharp`: all readings are quarter-hours, so the known present ends with one. */
const building = (random: Random, isSharp: boolean) =>
  aSite(organization++, {
    timezone: random.pick(['Europe/Zurich', 'Asia/Kathmandu', 'America/New_York']),
    zones: [aZone(1)],
    passages: [aPassage(1, [ends(null, 1)]), aPassage(2, [ends(null, 1)])],
    devices: [
      aPad(7, 1, { interval: isSharp ? 900 : 300 }),
      aPad(8, 2, { interval: 900 }),
      ...[21, 22].map((id) =>
        anAirSensor(id, 1, {
          kind: 'meter',
          interval: 900,
          meter: { metric: 'electricityConsumption', descriptors: {}, rollover: id === 22 ? 1000 : null },
        }),
      ),
    ],
  });

/** `isOdd`: some hours cannot be cached. */
interface Kind {
  readonly isOdd: boolean;
  readonly isSharp: boolean;
}

/** Builds what devices send from an instant on; odd ones sometimes send long readings or alternatives. */
function sent(random: Random, from: number, length: number, { isOdd, isSharp }: Kind): TestReading[] {
  const counts = [7, 8].flatMap((device) => {
    const width = device === 7 && !isSharp ? 5 * minute : 15 * minute;
    return Array.from({ length: Math.floor(length / width) }, (_, index) => from + index * width).flatMap((at) => {
      if (random.chance(0.05)) return [];
      const interval = isOdd && random.chance(0.02) ? 5400 : width / 1000;
      const one = { device, metric: 'affluenceIn', at, value: random.below(9), interval };
      return isOdd && random.chance(0.05) ? [one, { ...one, descriptors: 'gender=female', value: 1 }] : [one];
    });
  });
  const stands = [21, 22].flatMap((device) => {
    const base = 5000 + (from - today) / hour;
    const silence = isOdd && random.chance(0.3) ? random.below(16) : -1;
    return Array.from({ length: Math.floor(length / (15 * minute)) }, (_, index) => index).flatMap((index) => {
      if (Math.floor(index / 12) === silence) return [];
      const at = from + index * 15 * minute + (isSharp ? 0 : device * 1000);
      const shown = base + index / 2 - (isOdd && random.chance(0.01) ? 3 : 0);
      const value = device === 22 ? shown % 1000 : isOdd && random.chance(0.001) ? 1 : shown;
      return [{ device, metric: 'electricityConsumption', at, value, interval: 0 }];
    });
  });
  return [...counts, ...stands];
}

const questions = ['affluenceIn', 'electricityConsumption'].flatMap((metric) =>
  ['USUAL', 'PREVIOUS_WEEKS', 'PREVIOUS'].map((compare) => ({ metric, compare, granularity: 900 }) as RawQuery),
);

/** Sums of parts differ in the last digits by the order of addition. */
const shown = (answers: readonly unknown[]) =>
  JSON.parse(
    JSON.stringify(answers, (_, value) => (typeof value === 'number' ? Number((value + 1e6).toPrecision(11)) : value)),
  );

/** Runs a site over time, with queries that use the cache. */
async function live(seed: number, kind: Kind): Promise<void> {
  const { isOdd } = kind;
  const random = new Random(seed);
  const site = building(random, kind.isSharp);
  let now = today + (5 + random.below(10)) * hour + 20 * minute;
  const clock = { now: () => now };
  const logError = (message: string, cause: unknown) => {
    throw new Error(message, { cause });
  };
  const { analytics, asked, forget } = countQueries(stores.analytics);
  const rollups = createRollups({ analytics: stores.analytics, clock, logError, isIngesting: () => false });
  const { ledger } = rollups;
  const openDays = createRecentDays({ analytics: stores.analytics, ledger, clock });
  const told = { analytics: stores.analytics, ledger, openDays };
  const write = (readings: readonly TestReading[]) => storeAndNotify(told, site, readings);
  const plain = { sites: { topologies: async () => [site] }, ...plainFacts, clock };
  const standing = createAnswerQueries({ ...plain, analytics, ledger, openDays });
  const byReadings = createAnswerQueries({ ...plain, analytics: stores.analytics });
  const ask = async (raw = questions.filter(() => random.chance(0.5))) => {
    const asked = raw.map((one) => parseValidQuery(one));
    const scope = scopeOf(site.organizationId);
    forget();
    const answers = await standing(scope, asked);
    expect(shown(answers), `${seed} at ${new Date(now).toISOString()}`).toEqual(shown(await byReadings(scope, asked)));
  };
  for (const begin of weeks) await write(sent(random, begin - day, Math.min(2.5 * day, now - begin + day), kind));
  await rollups.rollAll(site.organizationId, now);
  const usual = questions.filter(({ compare }) => compare === 'USUAL');
  await ask(usual);
  now += 7 * minute + 1;
  await ask(usual);
  if (!isOdd) expect(asked()).toBe(0);
  for (let step = 0; step < 12; step++) {
    const turn = random.below(8);
    if (turn === 0) await write(sent(random, random.pick(weeks) - random.below(20) * hour, 2 * hour, kind));
    else if (turn === 1) await rollups.rollAll(site.organizationId, now);
    else if (turn === 2) {
      await write(sent(random, now, 20 * minute, kind));
      now += random.pick([20 * minute, 3 * hour]);
    } else {
      now += random.below(7 * minute);
      await ask();
    }
  }
}

test.each([false, true].flatMap((isOdd) => [false, true].map((isSharp) => ({ isOdd, isSharp }))))(
  'what a day in progress is compared with is answered as the readings say, as now moves on and late readings come (odd: $isOdd, sharp: $isSharp)',
  async (kind) => {
    const runs = fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 }), (seed) => live(seed, kind));
    await fc.assert(runs, { numRuns: process.env.ATRIUM_REHEARSALS === 'long' ? 20 : 1, endOnFailure: true });
  },
  600_000,
);
