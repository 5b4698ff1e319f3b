import { expect, test } from 'vitest';
import { gatherSales } from './gather-sales.ts';
import type { SalesReader, SoldAt } from './sales-reader.ts';

const shop = (installationId: number, currency = 'CHF'): SoldAt =>
  ({ organizationId: 1, installationId, currency }) as never;

function counted() {
  const read: string[] = [];
  const reader: SalesReader = {
    async sums({ installationId, currency }, edges) {
      read.push(`sums ${installationId} ${currency} ${edges.join('-')}`);
      return [{ edge: edges[0] ?? 0, turnover: installationId, orders: 1, goods: 1, foreign: 0 }];
    },
    async coveredDays({ installationId }, from, to) {
      read.push(`days ${installationId} ${from}-${to}`);
      return new Map([[from, null]]);
    },
  };
  return { read, sales: gatherSales(reader) };
}

test('the same of the same shop is read once, and each is told what is its own', async () => {
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
    'sums 1 CHF 0-10',
    'sums 2 CHF 0-10',
    'sums 1 CHF 0-5-10',
    'sums 1 EUR 0-10',
    'days 1 2026-02-01-2026-02-28',
    'days 1 2026-02-01-2026-03-01',
  ]);
});
