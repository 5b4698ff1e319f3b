import type { InstallationId, LocalDate, OrganizationId } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { aDoor, aPad, aSite, aZone } from '@atrium/testkit/sites';
import { expect, test } from 'vitest';
import { createQuerier, during, getPairs, plainFacts } from '../../numbers/testing/ask.ts';
import { store } from '../../numbers/testing/store.ts';
import { useTestStores } from '../../platform/testing/test-stores.ts';
import { type Receipt, receiptsStore } from './receipts.store.ts';

const stores = useTestStores();
const at = (text: string) => Date.parse(`${text}+01:00`);
const now = at('2026-02-20T00:00');

/** Creates a shop with one street door, closed on Sundays, that sells in francs. */
async function openShop(overrides: Partial<Topology> = {}, of?: Topology['organizationId']): Promise<Topology> {
  const organizationId = of ?? (await stores.freshOrganization());
  const { rows } = await stores.relational.pool.query(
    `insert into installations (organization_id, key, name, timezone, opening_hours, creation_date)
     values ($1, gen_random_uuid(), 'Shop', 'Europe/Zurich', '{"spans": [], "reset": false}', now()) returning id`,
    [organizationId],
  );
  const spans = [1, 2, 3, 4, 5, 6].map((day) => ({ begin: [day, 8, 0], end: [day, 20, 0] }) as never);
  return aSite(organizationId as number, {
    installationId: rows[0].id as InstallationId,
    currency: 'CHF',
    openingHours: { reset: false, spans },
    zones: [aZone(1), aZone(2, { parentIds: [1 as never] })],
    passages: [aDoor(11, null, 1)],
    devices: [aPad(21, 11)],
    ...overrides,
  });
}

const place = ({ organizationId, installationId }: Topology) => ({ organizationId, installationId });
const receipt = (name: string, text: string, items: number, turnover: number, currency = 'CHF'): Receipt => ({
  receipt: name,
  soldAt: at(text),
  items,
  turnover,
  currency,
});

async function asking(site: Topology) {
  const sales = receiptsStore(stores.relational.db);
  const ask = createQuerier(() => stores.analytics, [site], now, { facts: plainFacts.facts, sales });
  return { sales, ask };
}

test('one statement separates several sites, each with its own currency', async () => {
  const here = await openShop();
  const there = await openShop({}, here.organizationId);
  const sales = receiptsStore(stores.relational.db);
  await sales.put(place(here), [
    receipt('a', '2026-02-13T09:00', 3, 30),
    receipt('b', '2026-02-13T10:00', 1, 9, 'EUR'),
  ]);
  await sales.put(place(there), [receipt('a', '2026-02-13T09:30', 2, 7, 'EUR')]);
  await sales.cover(place(there), ['2026-02-13' as LocalDate]);
  const edges = ['2026-02-13T09:00', '2026-02-13T10:00', '2026-02-13T11:00'].map(at);
  const sites = [there, here].map((site, index) => ({ ...place(site), currency: index === 0 ? null : 'CHF' }));
  const [ofThere, ofHere] = await sales.sums(sites, edges);
  expect(ofThere).toEqual([{ edge: edges[0], turnover: 7, orders: 1, goods: 2, foreign: 0 }]);
  expect(ofHere?.toSorted((left, right) => left.edge - right.edge)).toEqual([
    { edge: edges[0], turnover: 30, orders: 1, goods: 3, foreign: 0 },
    { edge: edges[1], turnover: 0, orders: 0, goods: 0, foreign: 1 },
  ]);
  const covered = await sales.coveredDays(sites, '2026-02-01' as LocalDate, '2026-02-28' as LocalDate);
  expect(covered).toEqual([new Map([['2026-02-13', null]]), new Map()]);
});

test('sales of a day: returns and free receipts count in turnover only, the same number again corrects', async () => {
  const site = await openShop();
  const { sales, ask } = await asking(site);
  await sales.put(place(site), [
    receipt('a', '2026-02-13T09:00', 3, 30),
    receipt('b', '2026-02-13T10:00', 1, 99),
    receipt('c', '2026-02-13T10:30', -1, -10),
    receipt('d', '2026-02-13T11:00', 5, 0),
  ]);
  await sales.put(place(site), [receipt('b', '2026-02-13T10:00', 2, 20)]);
  await sales.cover(place(site), ['2026-02-13' as LocalDate]);
  await store(
    stores.analytics,
    site,
    Array.from({ length: 288 }, (_, index) => ({
      device: 21,
      metric: 'affluenceIn',
      at: at('2026-02-13T00:00') + index * 300_000,
      value: index < 8 ? 1 : 0,
    })),
  );
  const number = async (metric: string) =>
    getPairs(await ask({ metric, filters: { conditions: [during('2026-02-13/2026-02-14')] } }));
  expect(await number('turnover')).toEqual([['all', 40]]);
  expect(await number('numberOfOrders')).toEqual([['all', 2]]);
  expect(await number('numberOfGoodsSold')).toEqual([['all', 5]]);
  expect(await number('avgBasketPrice')).toEqual([['all', 20]]);
  expect(await number('avgBasketSize')).toEqual([['all', 2.5]]);
  expect(await number('salesConversion')).toEqual([['all', 25]]);
  expect(await number('salesIndex')).toEqual([['all', 5]]);
});

test('an open day with coverage and no receipt is 0, one without coverage is missing', async () => {
  const site = await openShop();
  const { sales, ask } = await asking(site);
  await sales.put(place(site), [receipt('a', '2026-02-11T09:00', 1, 12.5)]);
  await sales.cover(place(site), ['2026-02-11', '2026-02-12'] as LocalDate[]);
  const answer = await ask({
    metric: 'turnover',
    filters: { conditions: [during('2026-02-11/2026-02-14')] },
    groupBy: [{ type: 'DATE', granularity: 86_400 }],
  });
  expect(getPairs(answer).map((pair) => (pair as unknown[])[1])).toEqual([12.5, 0, 'missing']);
});

test('money is in the currency of the site; a foreign receipt counts nowhere and is said to be left out', async () => {
  const site = await openShop();
  const { sales, ask } = await asking(site);
  await sales.put(place(site), [
    receipt('a', '2026-02-13T09:00', 1, 10),
    receipt('b', '2026-02-13T09:30', 1, 10, 'EUR'),
  ]);
  await sales.cover(place(site), ['2026-02-13' as LocalDate]);
  const answer = await ask({ metric: 'turnover', filters: { conditions: [during('2026-02-13/2026-02-14')] } });
  expect(answer).toMatchObject({ ok: true, value: { unit: 'CHF', data: [{ value: 10, partial: true }] } });
});

test('what a shop takes is not that of one of its rooms, nor another organization’s', async () => {
  const site = await openShop();
  const { sales, ask } = await asking(site);
  await sales.put(place(site), [receipt('a', '2026-02-13T09:00', 1, 10)]);
  const conditions = [during('2026-02-13/2026-02-14')];
  const room = { criterion: 'ZONES', values: ['2'] };
  expect(getPairs(await ask({ metric: 'turnover', filters: { conditions: [...conditions, room] } }))).toEqual([
    ['all', 'missing'],
  ]);
  const other = { ...site, organizationId: (site.organizationId + 1) as OrganizationId };
  const { ask: askOther } = await asking(other);
  expect(getPairs(await askOther({ metric: 'turnover', filters: { conditions } }))).toEqual([['all', 'missing']]);
});

test('francs and euros are not added up', async () => {
  const site = await openShop();
  const abroad = {
    ...site,
    installationId: (site.installationId + 1) as InstallationId,
    currency: 'EUR',
    zones: [aZone(5)],
  };
  const ask = createQuerier(() => stores.analytics, [site, abroad], now, {
    facts: plainFacts.facts,
    sales: receiptsStore(stores.relational.db),
  });
  const raw = { metric: 'turnover', filters: { conditions: [during('2026-02-13/2026-02-14')] } };
  expect(await ask(raw)).toMatchObject({
    ok: false,
    error: { message: "turnover in CHF and EUR can't be added up: group by ZONE or ask for one site." },
  });
  expect(await ask({ ...raw, groupBy: [{ type: 'ZONE' }] })).toMatchObject({ ok: true });
});
