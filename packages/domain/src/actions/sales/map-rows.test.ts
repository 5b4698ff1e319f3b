import { expect, test } from 'vitest';
import { checkRows, indexShops, type Shop } from './check-rows.ts';
import { mapRows, type SalesColumns } from './map-rows.ts';
import type { TableRow } from './receipt-rows.ts';

const now = Date.parse('2026-07-01T00:00:00Z');
const shop = {
  ...{ shopId: '7', installationId: 1, currency: 'USD', timezone: 'America/New_York', changeOfDay: '00:00' },
} as unknown as Shop;
const shops = indexShops([shop]);
const columns: SalesColumns = {
  receipt: 'Transaction ID',
  date: 'Date',
  time: 'Time',
  shop: { value: '7' },
  items: 'Qty',
  turnover: 'Net Sales',
  currency: null,
  dateOrder: 'monthFirst',
};
const header = ['Date', 'Time', 'Item', 'Qty', 'Net Sales', 'Transaction ID'];

const read = (rows: readonly (readonly string[])[], over: Partial<SalesColumns> = {}) => {
  const numbered = rows.map((cells, index): TableRow => ({ number: index + 1, cells }));
  const mapped = mapRows(numbered, { ...columns, ...over }, shops);
  return mapped.ok ? checkRows(mapped.value, shops, now) : mapped.error;
};

test('items are gathered by receipt, in the local time of the shop, with signs of a currency', () => {
  const checked = read([
    header,
    ['06/21/2026', '09:15:02', 'Coffee', '2', '$9.00', 'a1'],
    ['06/21/2026', '09:15:02', 'Bagel', '1', '$4.50', 'a1'],
    ['06/21/2026', '11:40:00 PM', 'Catering', '1.0', '$1,250.00', 'b2'],
    ['06/22/2026', '08:00:00', 'Coffee', '-1', '-$4.50', 'c3'],
    ['06/22/2026', '08:05:00', 'Coffee', '1', '($4.50)', 'd4'],
  ]);
  expect(checked).toMatchObject({
    ...{ faultyRows: 0, isHeaderSkipped: true },
    receipts: [
      { receipt: 'a1', soldAt: Date.parse('2026-06-21T13:15:02Z'), items: 3, turnover: 13.5, currency: 'USD' },
      { receipt: 'b2', soldAt: Date.parse('2026-06-22T03:40:00Z'), items: 1, turnover: 1250 },
      { receipt: 'c3', items: -1, turnover: -4.5 },
      { receipt: 'd4', items: 1, turnover: -4.5 },
    ],
  });
});

test('a refund at another time under the receipt of its sale is taken off it', () => {
  const sale = ['06/13/2026', '11:40:00', 'Coffee', '1', '$12.00', 'SQB2y'];
  const refund = ['06/20/2026', '09:00:00', 'Coffee', '1', '-$12.00', 'SQB2y'];
  expect(read([header, sale, refund])).toMatchObject({ refunds: 1, receipts: [{ items: 0, turnover: 0 }] });
});

test('what cannot be read is a fault at its row, also within a receipt', () => {
  const good = ['06/21/2026', '09:15:02', 'Coffee', '2', '$9.00', 'a1'];
  const checked = read([
    header,
    good,
    ['06/21/2026', '09:15:02', 'Bagel', 'some', '$4.50', 'a1'],
    ['03/08/2026', '02:30:00', 'Coffee', '1', '$4.50', 'skipped by the clock'],
    ['06/21/2026', 'noon', 'Coffee', '1', '$1.234', 'e5'],
  ]);
  const told = typeof checked === 'string' ? [] : checked.faults.map(({ row, reason }) => `${row} ${reason}`);
  expect(told).toEqual(['2 itemsForm', '4 timeForm', '5 timeForm', '5 turnoverAmbiguous']);
});

test('a missing column is named', () => {
  expect(read([header], { turnover: 'Gross' })).toBe(
    'The file has no column "Gross"; its columns are Date, Time, Item, Qty, Net Sales, Transaction ID',
  );
});
