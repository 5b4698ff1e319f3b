import { metrics } from '@atrium/domain/measurements';
import { parseQuery } from '@atrium/domain/measurements/parsing';
import { describe, expect, test } from 'vitest';
import type { AnalyticsStore, Statement } from '../../platform/analytics-store.ts';
import { plainFacts, scopeOf } from '../testing/ask.ts';
import { aDoor, anAirSensor, aPad, aPassage, aSite, aZone } from '../testing/topologies.ts';
import { createAnswerQueries } from './answer-queries.ts';

const site = aSite(1, {
  zones: [aZone(1, { limit: 50 }), aZone(2, { parentIds: [1 as never] })],
  passages: [aDoor(11, null, 1), aDoor(12, 2, 1), aPassage(13, [], { footfallOf: 1 as never })],
  devices: [aPad(21, 11), aPad(22, 12), aPad(23, 13), anAirSensor(31, 2)],
});

/** Every device has told whatever it is asked about. */
function recording(sent: Statement[]): AnalyticsStore {
  const query = async (statement: Statement) => {
    sent.push(statement);
    const { devices, metrics } = statement.params as { devices: readonly number[]; metrics: readonly string[] };
    return statement.sql.includes('LIMIT 1 BY device, metric')
      ? devices.flatMap((device) => metrics.map((metric) => ({ device, metric })))
      : [];
  };
  return { query } as unknown as AnalyticsStore;
}

/** How long readings are is asked before every question in the same way. */
const isAboutLengths = (sql: string) => sql.includes('AS longest');

/** The statements a query sends, as text; it is answered with nothing. */
async function statementsOf(raw: Parameters<typeof parseQuery>[0]): Promise<string> {
  const sent: Statement[] = [];
  const recorder = recording(sent);
  const answerQueries = createAnswerQueries({
    analytics: recorder,
    sites: { topologies: async () => [site] },
    ...plainFacts,
    clock: { now: () => Date.parse('2026-06-01T00:00:00Z') },
  });
  const query = parseQuery(raw);
  if (!query.ok) throw new Error(query.error.message);
  await answerQueries(scopeOf(1), [query.value]);
  return sent
    .filter(({ sql }) => !isAboutLengths(sql))
    .map(
      ({ sql, params }) =>
        `${sql.trim()}\n${Object.entries(params)
          .map(([name, value]) => `-- ${name} = ${JSON.stringify(value)}`)
          .join('\n')}\n`,
    )
    .sort()
    .join('\n');
}

const filters = {
  conditions: [
    { criterion: 'DATE', values: ['2026-03-29/2026-03-30'] },
    { criterion: 'ZONES', values: ['1', '2'] },
  ],
};
const groupBy = [{ type: 'ZONE_ID' }, { type: 'DATE', granularity: 21_600 }];

describe('the SQL of a day by zone, for review', () => {
  // Receipts stand in another store. Variants of a meter differ in arithmetic after the reading, so one of each time stands for all of them.
  const variants =
    /PerSqm|Equivalent|OnInterval|(Production|heatConsumption|combustibleConsumption|turnover|numberOfOrders|numberOfGoodsSold|avgBasket).*$/;
  const shown = metrics.filter(({ id, kind }) => kind !== 'score' && !variants.test(id));
  test.for(shown.map((metric) => metric.id))('%s', async (metric) => {
    await expect(await statementsOf({ metric, filters, groupBy })).toMatchFileSnapshot(`golden/${metric}.sql`);
  });

  test('split by gender', async () => {
    const raw = { metric: 'affluenceIn', filters, groupBy: [{ type: 'GENDER' }] };
    await expect(await statementsOf(raw)).toMatchFileSnapshot('golden/split-by-gender.sql');
  });

  test('percentiles of samples', async () => {
    const raw = { metric: 'co2', aggregation: 'P95', filters };
    await expect(await statementsOf(raw)).toMatchFileSnapshot('golden/percentile-of-samples.sql');
  });

  test('sixteen widgets of a page that differ in zone, direction and grouping share their scans', async () => {
    const sent: Statement[] = [];
    const recorder = recording(sent);
    const sites = { topologies: async () => [site] };
    const answerQueries = createAnswerQueries({
      analytics: recorder,
      sites,
      ...plainFacts,
      clock: { now: () => 1.8e12 },
    });
    const queries = ['1', '2'].flatMap((zone) =>
      ['affluenceIn', 'affluenceOut'].flatMap((metric) =>
        [[], [{ type: 'ZONE' }], [{ type: 'PASSAGE' }], [{ type: 'DATE', granularity: 3600 }]].map((grouping) =>
          parseQuery({
            metric,
            groupBy: grouping,
            filters: { conditions: [...filters.conditions.slice(0, 1), { criterion: 'ZONES', values: [zone] }] },
          }),
        ),
      ),
    );
    await answerQueries(
      scopeOf(1),
      queries.flatMap((query) => (query.ok ? [query.value] : [])),
    );
    expect(queries).toHaveLength(16);
    // What was counted, who was heard of, and how long readings are.
    expect(sent).toHaveLength(3);
    expect(sent.filter(({ sql }) => isAboutLengths(sql))).toHaveLength(1);
  });
});
