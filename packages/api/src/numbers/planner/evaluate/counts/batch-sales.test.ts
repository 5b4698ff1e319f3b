import { expect, test } from 'vitest';
import type { SalesReader, SoldAt } from '../evaluation.ts';
import { batchSales } from './sales-cells.ts';

const shop = (installationId: number, currency = 'CHF'): SoldAt =>
  ({ organizationId: 1, installationId, currency }) as never;

function counted() {
  const read: string[] = [];
  const names = (sites: readonly SoldAt[]) =>
    sites.map(({ installationId, currency }) => `${installationId} ${currency}`);
  const reader: SalesReader = {
    async sums(sites, edges) {
      read.push(`sums ${names(sites)} ${edges.join('-')}`);
      return sites.map(({ installationId }) => [
        { edge: edges[0] ?? 0, turnover: installationId, orders: 1, goods: 1, foreign: 0 },
      ]);
    },
    async coveredDays(sites, from, to) {
      read.push(`days ${names(sites)} ${from}-${to}`);
      return sites.map(() => new Map([[from, null]]));
    },
  };
  return { read, sales: batchSales(reader) };
}

test('equal reads of a shop run once, and each caller gets its own result', async () => {
  const { read, sales } = counted();
  const [one, again, other] = await Promise.all([
    sales.sums(shop(1), [0, 10]),
    sales.sums(shop(1), [0, 10]),
    sales.sums(shop(2), [0, 10]),
  ]);
  expect(one).toBe(again);
  expect([one[0]?.turnover, other[0]?.turnover]).toEqual([1, 2]);
  await sales.sums(shop(1), [0, 5, 10]);
  await sales.sums(shop(1, 'EUR'), [0, 10]);
  await sales.coveredDays(shop(1), '2026-02-01', '2026-02-28');
  await sales.coveredDays(shop(1), '2026-02-01', '2026-02-28');
  await sales.coveredDays(shop(1), '2026-02-01', '2026-03-01');
  expect(read).toEqual([
    'sums 1 CHF,2 CHF 0-10',
    'sums 1 CHF 0-5-10',
    'sums 1 EUR 0-10',
    'days 1 CHF 2026-02-01-2026-02-28',
    'days 1 CHF 2026-02-01-2026-03-01',
  ]);
});

test('simultaneous reads of several shops share a statement per queried time', async () => {
  const { read, sales } = counted();
  const asked = [1, 2].flatMap((site) => [sales.sums(shop(site), [0, 10]), sales.sums(shop(site), [5, 10])]);
  const days = [1, 2].map((site) => sales.coveredDays(shop(site), '2026-02-01', '2026-02-28'));
  expect((await Promise.all(asked)).map(([row]) => `${row?.turnover} ${row?.edge}`)).toEqual([
    '1 0',
    '1 5',
    '2 0',
    '2 5',
  ]);
  await Promise.all(days);
  expect(read.toSorted()).toEqual([
    'days 1 CHF,2 CHF 2026-02-01-2026-02-28',
    'sums 1 CHF,2 CHF 0-10',
    'sums 1 CHF,2 CHF 5-10',
  ]);
});
