import { addDays, type Instant, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { LabelledValue } from '@atrium/domain/numbers';
import { isVoided } from '@atrium/domain/numbers/readings';
import { Random } from '@atrium/testkit/chance';
import {
  addDescriptors,
  computeLeaves,
  randomExtraData,
  randomQuestion,
  taggedSite,
  World,
} from '@atrium/testkit/oracle';
import type { TestReading } from '@atrium/testkit/readings';
import { places, randomSite, randomStream } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createAnswerQueries } from '../planner/answer-queries.ts';
import { listDays } from '../rollups/roll-up-balances.store.ts';
import { parseValidQuery, scopeOf } from '../testing/ask.ts';
import { createStoredSite, createWorldRollups, pickNow, selectSent, storeWorld } from '../testing/random-world.ts';
import { store } from '../testing/store.ts';
import { correctRollups } from './correct-statements.ts';
import type { SiteVoid } from './reading-corrections.store.ts';

const stores = useTestStores();
const hour = 3_600_000;
let organization = 67_000;
/** Worlds in which the corrections change an answer. */
let changedWorlds = 0;

test('every number after corrections is that of the remaining readings, and undo gives back the former ones', async () => {
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    fc.integer({ min: 1, max: 3 }),
    async (seed, place, days) => {
      const random = new Random(seed);
      // The clocks of the place change on the second day.
      const first = addDays(place[1], -1) as LocalDate;
      const drawn = taggedSite(random, randomSite(random, organization++, place), first);
      const site = await createStoredSite(stores, drawn);
      const { organizationId, installationId } = site;
      const dates = Array.from({ length: days }, (_, index) => addDays(first, index) as LocalDate);
      const [from, to] = [startOfSiteDay(site, first), startOfSiteDay(site, addDays(first, days) as LocalDate)];
      const now = pickNow(random, { from, to });
      const beside = randomExtraData(random, site, dates);
      const known = { ...beside, sights: beside.sights.filter(({ at }) => at < now), receipts: [] };
      const sent = selectSent(randomStream(random, site, from - 3 * hour, to + 5 * hour), now);
      const readings = sent.flatMap((reading) => addDescriptors(reading, site));

      let voids: readonly SiteVoid[] = [];
      const readVoids = async () => voids;
      const rollups = createWorldRollups(stores, correctRollups(readVoids));
      const told = [{ site, readings: () => readings, beside: known }];
      const deps = await storeWorld(stores, random, told, now, rollups, readVoids);
      const answerQueries = createAnswerQueries(deps);
      const questions = Array.from({ length: 6 }, () => randomQuestion(random, site, first, days));
      const queries = questions.map(({ raw }) => parseValidQuery(raw));
      const ask = () => answerQueries(scopeOf(organizationId), queries);
      const before = JSON.stringify(await ask());

      const wanted = drawVoids(
        random,
        site.devices.map(({ id }) => id),
        [from - 3 * hour, to + 5 * hour],
        installationId,
      );
      const remaining = readings.filter((one) => !isVoided(wanted, one));
      const change = async (next: readonly SiteVoid[], resent: typeof readings) => {
        const touched = wanted.flatMap((one) => listDays(one.from, one.to));
        const end = await rollups.ledger.writing(
          [...new Set(touched)].map((day) => ({ organization: organizationId, installation: installationId, day })),
        );
        voids = next;
        await store(stores.analytics, site, resent);
        end();
        // What a device ever sent is known from rollups until its days are rolled up again.
        if (random.chance(0.5) || listSent(remaining).size < listSent(readings).size)
          await rollups.rollAll(organizationId, Number.MAX_SAFE_INTEGER);
      };
      await change(
        wanted,
        readings.filter((one) => isVoided(wanted, one) && random.chance(0.3)),
      );
      const world = new World(site, remaining, known, now);
      const answers = await ask();
      if (JSON.stringify(answers) !== before) changedWorlds += 1;
      for (const [index, answer] of answers.entries()) {
        const { raw, plain } = questions[index] as (typeof questions)[number];
        if (!answer.ok) throw new Error(`${JSON.stringify(raw)}: ${JSON.stringify(answer)}`);
        const expected = computeLeaves(world, plain).map(({ path, value, state, partial }) => ({
          path: path.map(({ label }) => `/${label}`).join(''),
          value,
          state,
          partial: state === 'known' && partial,
        }));
        compare(JSON.stringify({ raw, wanted }), flat(answer.value.data), expected);
      }
      await change([], []);
      expect(JSON.stringify(await ask())).toBe(before);
    },
  );
  await fc.assert(runs, { numRuns: 10, endOnFailure: true });
  expect(changedWorlds).toBeGreaterThan(0);
}, 600_000);

const listSent = (readings: readonly TestReading[]) =>
  new Set(readings.map(({ device, metric, descriptors = '' }) => `${device} ${metric} ${descriptors}`));

/** Draws up to three corrections of different devices: all their time, whole hours or odd times, of some metrics or all. */
function drawVoids(
  random: Random,
  devices: readonly number[],
  [from, to]: readonly [Instant, Instant],
  installation: number,
): readonly SiteVoid[] {
  return random
    .shuffled([...devices])
    .slice(0, 3)
    .map((device) => {
      if (random.chance(0.4)) return { installation, device, metrics: null, from, to };
      const step = random.pick([hour, 60_000, 1]);
      const begin = from + random.below((to - from) / step) * step;
      const end = begin + (1 + random.below((to - from) / step)) * step;
      const metrics = random.chance(0.7) ? null : ['affluenceIn', 'co2'];
      return { installation, device, metrics, from: begin, to: end };
    });
}

interface Flat {
  readonly path: string;
  readonly value: number | null;
  readonly state: string;
  readonly partial: boolean;
}

function flat(values: readonly LabelledValue[], above = ''): Flat[] {
  return values.flatMap(({ label, value, state, partial }): Flat[] => {
    const path = `${above}/${label}`;
    if (Array.isArray(value)) return flat(value as readonly LabelledValue[], path);
    return [{ path, value: value as number | null, state: state ?? 'known', partial: partial === true }];
  });
}

/** Groups without any counts may be listed or not. */
function compare(asked: string, found: readonly Flat[], expected: readonly Flat[]): void {
  const inBoth = (one: Flat, others: readonly Flat[]) =>
    (one.value ?? 0) !== 0 || others.some(({ path }) => path === one.path);
  const shown = ({ path, value, state, partial }: Flat) =>
    `${path} ${value === null ? state : Number(value.toPrecision(9))}${partial ? ' partial' : ''}`;
  const left = found.filter((one) => inBoth(one, expected)).map(shown);
  const right = expected.filter((one) => inBoth(one, found)).map(shown);
  expect(left, asked).toEqual(right);
}
