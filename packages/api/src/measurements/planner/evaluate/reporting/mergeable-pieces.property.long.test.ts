import { addDays, type LocalDate, startOfSiteDay } from '@atrium/domain/core';
import type { RawQuery } from '@atrium/domain/measurements';
import { Random } from '@atrium/testkit/chance';
import { randomExtraData } from '@atrium/testkit/oracle';
import { places, randomSite, randomStream } from '@atrium/testkit/sites';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnalyticsStore, Statement } from '../../../../platform/analytics-store.ts';
import { useTestStores } from '../../../../platform/testing/test-stores.ts';
import { parseValidQuery, scopeOf } from '../../../testing/ask.ts';
import { createRandomRollups, createStoredSite, storeWorld } from '../../../testing/random-world.ts';
import { createAnswerQueries, type MeasurementDeps } from '../../answer-queries.ts';

const stores = useTestStores();
const hour = 3_600_000;
const now = Date.parse('2030-01-01T00:00:00Z');
const of = (...periods: string[]) => periods.map((period) => ({ type: 'DISCONTINUOUS_DATE', period }));
const groupings = [
  [],
  of('WEEKDAY'),
  of('HOURLY'),
  of('WEEKEND', 'HOURLY'),
  [{ type: 'ZONE_ID' }, ...of('HOURLY')],
  [...of('HOURLY'), { type: 'DEVICE' }],
];
const folds = [
  ['affluenceIn', 'SUM'],
  ['affluenceOut', 'PERCENTAGE'],
  ['co2', 'P95'],
  ['co2', 'MEDIAN'],
] as const;

/** Counts statements that read pieces of time merged. */
function counting(analytics: AnalyticsStore): { readonly store: AnalyticsStore; joined: number } {
  const seen = { store: analytics, joined: 0 };
  const columns = (statement: Statement, ...rest: never[]) => {
    if ('numbers' in statement.params) seen.joined += 1;
    return analytics.columns(statement, ...rest);
  };
  return Object.assign(seen, { store: Object.create(analytics, { columns: { value: columns } }) });
}

/** Asks each query alone: queries about the same time would otherwise keep its pieces apart. */
async function eachAlone(deps: MeasurementDeps, organization: number, questions: readonly RawQuery[]) {
  const answerQueries = createAnswerQueries(deps);
  const all: unknown[] = [];
  for (const question of questions)
    all.push(await answerQueries(scopeOf(organization as never), [parseValidQuery(question)]));
  return all;
}

test('merged pieces of time give the same result as separate ones, whatever gaps sensors have', async () => {
  const seen = counting(stores.analytics);
  const runs = fc.asyncProperty(
    fc.integer({ min: 1, max: 2 ** 31 }),
    fc.constantFrom(...places),
    async (seed, place) => {
      const random = new Random(seed);
      const first = addDays(place[1], -1) as LocalDate;
      const dates = [0, 1, 2, 3].map((day) => addDays(first, day) as LocalDate);
      const site = await createStoredSite(stores, randomSite(random, await stores.freshOrganization(), place));
      const [from, to] = [startOfSiteDay(site, first), startOfSiteDay(site, addDays(first, 4) as LocalDate)];
      const readings = () => randomStream(random, site, from - 3 * hour, to + 5 * hour);
      let rollups: ReturnType<typeof createRandomRollups> = null;
      while (rollups === null) rollups = createRandomRollups(stores, random);
      const told = [{ site, readings, beside: randomExtraData(random, site, dates) }];
      const { ledger, openDays: _, ...byReadings } = await storeWorld(stores, random, told, now, rollups);
      const during = { criterion: 'DATE', values: [`${first}/${addDays(first, 4)}`] };
      const questions = groupings.flatMap((groupBy) =>
        folds.map(([metric, aggregation]) => ({ metric, aggregation, groupBy, filters: { conditions: [during] } })),
      );
      const deps = { ...byReadings, analytics: seen.store, ...(ledger !== undefined && { ledger }) };
      const found = await eachAlone(deps, site.organizationId, questions);
      const expected = await eachAlone(byReadings, site.organizationId, questions);
      for (const [index, question] of questions.entries())
        expect(found[index], JSON.stringify(question)).toEqual(expected[index]);
    },
  );
  await fc.assert(runs, { numRuns: 8, endOnFailure: true });
  expect(seen.joined).toBeGreaterThan(20);
}, 600_000);
