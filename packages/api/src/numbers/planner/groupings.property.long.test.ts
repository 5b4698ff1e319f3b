import { addDays, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { LabelledValue, RawQuery } from '@atrium/domain/numbers';
import { Random } from '@atrium/testkit/chance';
import {
  addDescriptors,
  computeLeaves,
  everyMinute,
  type Leaf,
  randomExtraData,
  randomQuestion,
  taggedSite,
  World,
} from '@atrium/testkit/oracle';
import { places, randomSite, randomStream } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { parseValidQuery, scopeOf } from '../testing/ask.ts';
import { createStoredSite, pickNow, selectKnown, selectSent, storeWorld } from '../testing/random-world.ts';
import { createAnswerQueries } from './answer-queries.ts';

const stores = useTestStores();
const hour = 3_600_000;
let organization = 60_000;

test('every grouping, filter and aggregation matches the readings', async () => {
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    fc.integer({ min: 1, max: 4 }),
    async (seed, place, days) => {
      const random = new Random(seed);
      const first = addDays(place[1], -1) as LocalDate;
      const drawn = taggedSite(random, randomSite(random, organization++, place), first);
      const site = await createStoredSite(stores, days === 1 && random.chance(0.4) ? everyMinute(drawn) : drawn);
      const dates = Array.from({ length: days }, (_, index) => addDays(first, index) as LocalDate);
      const [from, to] = [startOfSiteDay(site, first), startOfSiteDay(site, addDays(first, days) as LocalDate)];
      const now = pickNow(random, { from, to });
      const beside = selectKnown(randomExtraData(random, site, dates), now);
      const sent = selectSent(randomStream(random, site, from - 3 * hour, to + 5 * hour), now);
      const readings = sent.flatMap((reading) => addDescriptors(reading, site));
      const deps = await storeWorld(stores, random, [{ site, readings: () => readings, beside }], now);
      const questions = Array.from({ length: 9 }, () => randomQuestion(random, site, first, days));
      const answerQueries = createAnswerQueries(deps);
      const queries = questions.map(({ raw }) => parseValidQuery(raw));
      const answers = await answerQueries(scopeOf(site.organizationId), queries);
      const world = new World(site, readings, beside, now);
      for (const [index, { raw, plain }] of questions.entries()) {
        const answer = answers[index];
        if (answer === undefined || !answer.ok) throw new Error(`${JSON.stringify(raw)}: ${JSON.stringify(answer)}`);
        compare(raw, flat(answer.value.data), computeLeaves(world, plain));
      }
    },
  );
  await fc.assert(runs, { numRuns: 25, endOnFailure: true });
}, 600_000);

interface Flat {
  readonly path: string;
  readonly value: number | null;
  readonly state: string;
  readonly partial: boolean;
  /** Descriptors that sensors never reported, when a value is missing for that reason. */
  readonly notTold: string;
}

function flat(values: readonly LabelledValue[], above = ''): Flat[] {
  return values.flatMap(({ label, value, state, partial, notTold = [] }): Flat[] => {
    const path = `${above}/${label}`;
    if (Array.isArray(value)) return flat(value as readonly LabelledValue[], path);
    const known = { value: value as number | null, state: state ?? 'known', partial: partial === true };
    return [{ path, ...known, notTold: notTold.join() }];
  });
}

/** Groups without any counts may be listed or not. */
function compare(raw: RawQuery, found: readonly Flat[], leaves: readonly Leaf[]): void {
  const expected = leaves.map(
    ({ path, value, state, partial, notTold = [] }): Flat => ({
      path: path.map(({ label }) => `/${label}`).join(''),
      value,
      state,
      partial: state === 'known' && partial,
      notTold: notTold.join(),
    }),
  );
  const inBoth = (one: Flat, others: readonly Flat[]) =>
    (one.value ?? 0) !== 0 || others.some(({ path }) => path === one.path);
  const left = found.filter((one) => inBoth(one, expected)).map(shown);
  const right = expected.filter((one) => inBoth(one, found)).map(shown);
  expect(left, JSON.stringify(raw)).toEqual(right);
}

const shown = ({ path, value, state, partial, notTold }: Flat) =>
  `${path} ${value === null ? state : rounded(value)}${partial ? ' partial' : ''} ${notTold}`;
/** A rescaled day that ends at zero may differ in the last digit. */
const rounded = (value: number) => (Math.abs(value) < 1e-9 ? 0 : Number(value.toPrecision(9)));
