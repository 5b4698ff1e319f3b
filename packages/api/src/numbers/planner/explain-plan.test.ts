import { steadyReadings } from '@atrium/testkit/readings';
import { aPad, aShop } from '@atrium/testkit/sites';
import { aClock } from '@atrium/testkit/time';
import { expect, test } from 'vitest';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { createQuerier, during, getPairs, parseValidQuery, plainFacts, scopeOf } from '../testing/ask.ts';
import { store } from '../testing/store.ts';
import { createExplainPlan } from './explain-plan.ts';

const stores = useTestStores();
const start = Date.parse('2026-05-04T00:00:00Z');
const end = start + 2 * 3_600_000;
const organization = 88_700;
const filters = { conditions: [during('2026-05-04T00:00:00Z/2026-05-04T03:00:00Z')] };

test('a question is told step by step: what is planned, sent, evaluated and answered', async () => {
  const site = aShop(organization, { timezone: 'UTC', changeOfDay: '00:00', devices: [aPad(21, 11)] });
  await store(stores.analytics, site, steadyReadings(21, 'affluenceIn', start, end, 1));
  const explain = createExplainPlan({
    analytics: stores.analytics,
    sites: { topologies: async () => [site] },
    ...plainFacts,
    clock: aClock(end + 60_000),
  });
  const question = { metric: 'affluenceIn', groupBy: [{ type: 'DATE', granularity: 3600 }], filters };
  const explained = await explain(scopeOf(organization), parseValidQuery(question));
  if (!explained.ok) throw new Error(explained.error.message);
  const lines = explained.value;
  expect(lines.filter((line) => !line.startsWith(' '))).toEqual(['plan', 'read', 'evaluate', 'answer']);
  const text = lines.join('\n');
  const between = (from: string, to: string) => text.slice(text.indexOf(from), text.indexOf(to));
  const plan = between('plan', '\nread\n');
  expect(plan).toContain('affluenceIn SUM by DATE, known in steps of 1 h');
  expect(plan).toContain('(UTC): 2026-05-04T00:00:00.000Z to 2026-05-04T03:00:00.000Z: 3 steps');
  expect(plan).toContain('+affluenceIn@21');
  const read = between('\nread\n', '\nevaluate\n');
  expect(read).toContain('  statement 1\n    SELECT');
  expect(read).toContain('FROM readings');
  expect(read).toContain('-- devices = [21]');
  expect(between('\nevaluate\n', '\nanswer\n')).toMatch(/affluenceIn: crossings at site \d+: 2 of 3 cells known/);
  const asked = await createQuerier(() => stores.analytics, [site], end + 60_000)(question);
  const told = text.slice(text.indexOf('\nanswer\n') + '\nanswer\n'.length).split('\n');
  expect(told).toEqual(
    (getPairs(asked) as [string, unknown][]).map(([label, value]) => expect.stringContaining(`  ${label}: ${value}`)),
  );
});

test('ids outside the viewer’s scope are rejected as in a query', async () => {
  const explain = createExplainPlan({
    analytics: stores.analytics,
    sites: { topologies: async () => [] },
    ...plainFacts,
    clock: aClock(end),
  });
  const conditions = [...filters.conditions, { criterion: 'ZONES', values: ['1'] }];
  const explained = await explain(
    scopeOf(organization),
    parseValidQuery({ metric: 'affluenceIn', filters: { conditions } }),
  );
  expect(explained).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
});
