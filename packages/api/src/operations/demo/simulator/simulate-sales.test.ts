import type { InstallationId } from '@atrium/domain/core';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { receiptsStore } from '../../../actions/sales/index.ts';
import { createQuerier, during, getPairs, plainFacts } from '../../../numbers/testing/ask.ts';
import { store } from '../../../numbers/testing/store.ts';
import { useTestStores } from '../../../platform/testing/test-stores.ts';
import { getSiteSetting } from '../seed-demo.ts';
import { demoSites } from './lumen-sites.ts';
import { simulateSales } from './simulate-sales.ts';

const stores = useTestStores();
const at = (text: string) => Date.parse(`${text}+01:00`);

async function openBoutique() {
  const model = demoSites.find(({ key }) => key === 'boutique-rhone');
  if (model === undefined) throw new Error('the demo has no boutique');
  const organizationId = await stores.freshOrganization();
  const { rows } = await stores.relational.pool.query(
    `insert into installations (organization_id, key, name, timezone, opening_hours, creation_date)
     values ($1, 'boutique', 'Boutique', 'Europe/Zurich', '{"spans": [], "reset": false}', now()) returning id`,
    [organizationId],
  );
  const topology = aSite(organizationId as number, {
    installationId: rows[0].id as InstallationId,
    currency: 'CHF',
    zones: [aZone(1)],
    passages: [aDoor(11, null, 1)],
    devices: [aPad(21, 11)],
  });
  return { model, topology, setting: getSiteSetting(model, 2) };
}

const metrics = [
  'turnover',
  'numberOfOrders',
  'numberOfGoodsSold',
  'avgBasketPrice',
  'avgBasketSize',
  'salesConversion',
  'conversionRate',
  'salesIndex',
];

test('thirteen months and the running day together tell what one look back would, in every metric of sales', async () => {
  const now = at('2026-02-20T15:40');
  const site = await openBoutique();
  const sales = receiptsStore(stores.relational.db);
  await simulateSales(sales, site, { from: at('2026-02-16T00:00'), to: at('2026-02-20T11:20') });
  await simulateSales(sales, site, { from: at('2026-02-20T11:00'), to: now });
  await store(
    stores.analytics,
    site.topology,
    Array.from({ length: 4 * 24 * 4 + 62 }, (_, index) => ({
      device: 21,
      metric: 'affluenceIn',
      at: at('2026-02-16T00:00') + index * 900_000,
      interval: 900,
      value: 5,
    })),
  );
  const ask = createQuerier(() => stores.analytics, [site.topology], now, { facts: plainFacts.facts, sales });
  const answer = async (metric: string) =>
    (
      getPairs(await ask({ metric, filters: { conditions: [during('2026-02-16/2026-02-20')] } }))[0] as [string, number]
    )[1];
  const values = new Map<string, number>();
  for (const metric of metrics) values.set(metric, await answer(metric));
  for (const [metric, value] of values) expect(value, metric).toBeGreaterThan(0);

  const again = await openBoutique();
  await simulateSales(sales, again, { from: at('2026-02-16T00:00'), to: now });
  const askAgain = createQuerier(() => stores.analytics, [again.topology], now, { facts: plainFacts.facts, sales });
  const hours = {
    metric: 'turnover',
    filters: { conditions: [during('2026-02-16/2026-02-21')] },
    groupBy: [{ type: 'DATE', granularity: 3600 }],
  };
  const [first, second] = [getPairs(await ask(hours)), getPairs(await askAgain(hours))] as [
    string,
    number | string,
  ][][];
  expect(first).toEqual(second);
  const today = new Map(first);
  expect(today.get('2026-02-20T15:00+01:00') ?? today.get('2026-02-20T15:00:00+01:00')).toEqual(expect.any(Number));
  expect(today.get('2026-02-20T18:00+01:00') ?? today.get('2026-02-20T18:00:00+01:00')).toBe('missing');
});
