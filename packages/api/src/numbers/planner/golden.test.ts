import { readdirSync } from 'node:fs';
import { metrics } from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import { aDoor, anAirSensor, aPad, aPassage, aSite, aZone } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { describe, expect, test } from 'vitest';
import type { AnalyticsStore, Statement } from '../../platform/analytics-store.ts';
import { DirtyDays, dayMs } from '../rollups/dirty-days.ts';
import { plainFacts, scopeOf } from '../testing/ask.ts';
import { createAnswerQueries } from './answer-queries.ts';
import { statementText } from './explain-plan.ts';

const site = aSite(1, {
  zones: [aZone(1, { limit: 50 }), aZone(2, { parentIds: [1 as never] })],
  passages: [aDoor(11, null, 1), aDoor(12, 2, 1), aPassage(13, [], { footfallOf: 1 as never })],
  devices: [aPad(21, 11), aPad(22, 12), aPad(23, 13), anAirSensor(31, 2), anAirSensor(32, 1, { kind: 'camera' })],
});

/** Every device has reported every queried descriptor. */
function recording(sent: Statement[]): AnalyticsStore {
  const query = async (statement: Statement) => {
    sent.push(statement);
    const { devices, metrics } = statement.params as { devices: readonly number[]; metrics: readonly string[] };
    return /LIMIT 1 BY device, metric\n|SELECT DISTINCT device, metric FROM/.test(statement.sql)
      ? devices.flatMap((device) => metrics.map((metric) => ({ device, metric })))
      : [];
  };
  const columns = async (statement: Statement) => {
    sent.push(statement);
    return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : []) });
  };
  return { query, columns, insert: async () => {} } as unknown as AnalyticsStore;
}

/** Every query first asks for the reading lengths in the same way. */
const isAboutLengths = (sql: string) => sql.includes('AS longest');

const now = Date.parse('2026-06-01T00:00:00Z');

/** All days are rolled up except the second queried one, which was just written to. */
async function ledgerOfOneDirtyDay(): Promise<DirtyDays> {
  const ledger = new DirtyDays(recording([]), aClock(now));
  const written = await ledger.writing([
    { organization: site.organizationId, installation: site.installationId, day: Date.parse('2026-03-29') / dayMs },
  ]);
  written();
  return ledger;
}

/** Returns the statements a query sends, as text; the store is empty. */
async function statementsOf(raw: Parameters<typeof parseQuery>[0]): Promise<string> {
  const sent: Statement[] = [];
  const answerQueries = createAnswerQueries({
    analytics: recording(sent),
    sites: { topologies: async () => [site] },
    ...plainFacts,
    clock: aClock(now),
    ledger: await ledgerOfOneDirtyDay(),
  });
  const query = parseQuery(raw);
  if (!query.ok) throw new Error(query.error.message);
  await answerQueries(scopeOf(1), [query.value]);
  return sent
    .filter(({ sql }) => !isAboutLengths(sql))
    .map((statement) => `${statementText(statement)}\n`)
    .sort()
    .join('\n');
}

const filters = {
  conditions: [
    { criterion: 'DATE', values: ['2026-03-28/2026-03-30'] },
    { criterion: 'ZONES', values: ['1', '2'] },
  ],
};
const groupBy = [{ type: 'ZONE_ID' }, { type: 'DATE', granularity: 21_600 }];

describe('the SQL of a day that is rolled up and one that is not, for review', () => {
  // Variants of a meter differ only in arithmetic after the read, so one variant per time that is read represents them
  // all.
  const variants = /PerSqm|Equivalent|Cost|Revenue|OnInterval|(Production|heatConsumption|combustibleConsumption).*$/;
  const shown = metrics.filter(({ id, kind }) => kind !== 'score' && !variants.test(id)).map(({ id }) => id);
  const special = {
    'split-by-gender': { metric: 'affluenceIn', filters, groupBy: [{ type: 'GENDER' }] },
    'percentile-of-samples': { metric: 'co2', aggregation: 'P95', filters },
    'percentile-of-durations': { metric: 'dwell', aggregation: 'P95', filters },
  };

  test('is one file for each that is sent, named after the first metric that sends it', async () => {
    const metricsOf = new Map<string, string[]>();
    for (const metric of shown) {
      const sql = await statementsOf({ metric, filters, groupBy });
      metricsOf.set(sql, [...(metricsOf.get(sql) ?? []), metric]);
    }
    // Settings need no readings, and receipts are in another store.
    expect(metricsOf.get('')).toEqual([
      'limit',
      'turnover',
      'numberOfOrders',
      'numberOfGoodsSold',
      'avgBasketPrice',
      'avgBasketSize',
    ]);
    metricsOf.delete('');
    const files = [...metricsOf].map(([sql, [first, ...others]]) => ({
      file: `${first}.sql`,
      sql: others.length === 0 ? sql : `-- The same: ${others.join(', ')}\n\n${sql}`,
    }));
    for (const { file, sql } of files) await expect(sql).toMatchFileSnapshot(`golden/${file}`);
    const expected = [...files.map(({ file }) => file), ...Object.keys(special).map((name) => `${name}.sql`)];
    const left = readdirSync(new URL('./golden', import.meta.url)).filter((file) => !expected.includes(file));
    expect(left, 'files that nothing is compared with').toEqual([]);
  });

  test.for(Object.entries(special))('%s', async ([name, raw]) => {
    await expect(await statementsOf(raw)).toMatchFileSnapshot(`golden/${name}.sql`);
  });

  test('sixteen widgets of a page that differ in zone, direction and grouping share their scans', async () => {
    const sent: Statement[] = [];
    const recorder = recording(sent);
    const sites = { topologies: async () => [site] };
    const answerQueries = createAnswerQueries({
      analytics: recorder,
      sites,
      ...plainFacts,
      clock: aClock(1.8e12),
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
    // Counts, reporting, and reading lengths.
    expect(sent).toHaveLength(3);
    expect(sent.filter(({ sql }) => isAboutLengths(sql))).toHaveLength(1);
  });
});
