import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LocalDate } from '../../core/index.ts';
import { checkRows, indexShops } from './check-rows.ts';
import type { Cell, TableRow } from './receipt-rows.ts';
import { maxListedFaults } from './receipt-rows.ts';
import { findKnownDays, sumByShop } from './shop-totals.ts';

const now = Date.parse('2026-11-24T14:48:00+01:00');
const calendar = { timezone: 'Europe/Zurich', changeOfDay: '00:00' } as const;
const shops = indexShops([
  { shopId: '102', ...calendar, installationId: 2, currency: 'CHF' },
  { shopId: 'north', ...calendar, installationId: 3, currency: null },
  { shopId: 'twice', ...calendar, installationId: 4, currency: 'CHF' },
  { shopId: 'twice', ...calendar, installationId: 5, currency: 'CHF' },
]);
const good = ['10234', '2026-11-17T09:41:00+01:00', '102', '3', '48.50', 'CHF'] as const;

const numbered = (rows: readonly (readonly Cell[])[]): TableRow[] =>
  rows.map((cells, index) => ({ number: index + 1, cells }));
const check = (...rows: readonly (readonly Cell[])[]) => checkRows(numbered(rows), shops, now);
const withCell = (column: number, cell: Cell) => good.map((own, index) => (index === column ? cell : own));
const told = ({ faults }: ReturnType<typeof check>) =>
  faults.map(({ row, column, reason, beside }) => [row, column, reason, beside]);

test('M02 a row is a receipt', () => {
  expect(check(good)).toMatchObject({
    faults: [],
    rows: 1,
    isHeaderSkipped: false,
    receipts: [
      {
        receipt: '10234',
        soldAt: Date.parse('2026-11-17T08:41:00Z'),
        shop: { installationId: 2 },
        items: 3,
        turnover: 48.5,
        currency: 'CHF',
      },
    ],
  });
});

test.each([
  '2026-11-17T09:41:00+01:00',
  '2026-11-17T08:41:00Z',
  '2026-11-17T08:41Z',
  '2026-11-17T09:41+01:00',
  '2026-11-17T09:41:00+0100',
  '2026-11-17T09:41:00.000+01',
  '2026-11-17T03:41:00-05:00',
])('M02 %s is that moment', (text) => {
  expect(check(withCell(1, text)).receipts[0]?.soldAt).toBe(Date.parse('2026-11-17T08:41:00Z'));
});

test.each([
  [0, '', 'empty', ''],
  [0, 'x'.repeat(129), 'receiptText', ''],
  [0, 'a\u0000b', 'receiptText', ''],
  [1, ' ', 'empty', ''],
  [1, '17.11.2026 09:41', 'timeForm', ''],
  [1, '2026-11-17', 'timeForm', ''],
  [1, '2026-02-30T09:41:00Z', 'timeForm', ''],
  [1, '2026-11-17T09:41:00', 'timeOffset', ''],
  [1, '2026-11-17T09:41', 'timeOffset', ''],
  [1, 46_343.4, 'timeForm', ''],
  [1, '2026-11-24T15:00:00Z', 'timeFuture', ''],
  [1, '1999-12-31T23:59:59Z', 'timeOld', ''],
  [2, '', 'empty', ''],
  [2, '999', 'shopUnknown', ''],
  [2, '__proto__', 'shopUnknown', ''],
  [2, 'twice', 'shopShared', ''],
  [3, '2 Stk', 'itemsForm', ''],
  [3, '1,234', 'itemsAmbiguous', ''],
  [3, '999999999', 'itemsRange', ''],
  [4, '', 'empty', ''],
  [4, 'CHF 48.50', 'turnoverForm', ''],
  [4, '1.234', 'turnoverAmbiguous', ''],
  [4, '99999999999999', 'turnoverRange', ''],
  [4, Number.NaN, 'turnoverForm', ''],
  [5, '', 'empty', ''],
  [5, 'SFR', 'currencyForm', ''],
  [5, 'XAU', 'currencyForm', ''],
  [5, 'EUR', 'currencyOther', 'CHF'],
] as const)('M02 in column %d, %j is refused: %s', (column, cell, reason, beside) => {
  const columns = ['receipt', 'soldAt', 'shopId', 'items', 'turnover', 'currency'];
  const checked = check(withCell(column, cell));
  expect(told(checked)).toEqual([[1, columns[column], reason, beside]]);
  expect(checked.receipts).toEqual([]);
});

test('M02 every fault of a row is listed, and the other rows are taken', () => {
  const checked = check(good, ['', 'noon', '102', 'x', '1', 'SFR'], [...good].slice(0, 5));
  expect(told(checked)).toEqual([
    [2, 'receipt', 'empty', ''],
    [2, 'soldAt', 'timeForm', ''],
    [2, 'items', 'itemsForm', ''],
    [2, 'currency', 'currencyForm', ''],
    [3, null, 'columnCount', '6'],
  ]);
  expect(checked).toMatchObject({ faultyRows: 2, rows: 3, receipts: [{ receipt: '10234' }] });
});

test('M02 a header is skipped, empty rows are too, and rows keep the numbers a spreadsheet shows', () => {
  const header = ['Receipt 1', 'Date', 'Shop', 'Items', 'Turnover', 'Currency'];
  const checked = check([''], header, good, ['', '', '', '', '', ''], withCell(3, 'x'));
  expect(checked).toMatchObject({ isHeaderSkipped: true, rows: 2 });
  expect(told(checked)).toEqual([[5, 'items', 'itemsForm', '']]);
  // A first row that has data and a fault is not a header.
  expect(check(withCell(1, '17.11.2026 09:41'), good)).toMatchObject({ isHeaderSkipped: false, faultyRows: 1 });
  expect(check(good, header)).toMatchObject({ isHeaderSkipped: false, faultyRows: 1 });
});

test('M02 a repeated receipt counts once if both rows agree, else it is a fault', () => {
  const checked = check(good, good, withCell(4, '49.00'), withCell(2, 'north'));
  expect(checked).toMatchObject({ repeated: 1, faultyRows: 1, receipts: [{}, { shop: { installationId: 3 } }] });
  expect(told(checked)).toEqual([[3, 'receipt', 'receiptRepeated', '1']]);
});

test('a refund under the receipt of its sale is taken off it, in either order and once', () => {
  const sale = ['SQB2y', '2026-09-13T11:40:00-04:00', 'north', '1', '12.00', 'USD'];
  const refund = ['SQB2y', '2026-09-20T09:00:00-04:00', 'north', '1', '-12.00', 'USD'];
  const net = { receipt: 'SQB2y', soldAt: Date.parse('2026-09-13T15:40:00Z'), items: 0, turnover: 0 };
  for (const rows of [
    [sale, refund],
    [refund, sale],
    [sale, refund, refund, sale],
  ])
    expect(check(...rows)).toMatchObject({ faultyRows: 0, refunds: 1, receipts: [net] });
  const part = ['SQB2y', '2026-09-20T09:00:00-04:00', 'north', '-1', '-4.50', 'USD'];
  const other = ['SQB2y', '2026-09-21T09:00:00-04:00', 'north', '2', '-1.25', 'USD'];
  const three = [...sale.slice(0, 3), '3', '12.00', 'USD'];
  expect(check(three, part, other)).toMatchObject({ refunds: 2, receipts: [{ items: 0, turnover: 6.25 }] });
});

test('two sales, or two rows of one time, under one receipt are no refund', () => {
  const sale = ['SQB2y', '2026-09-13T11:40:00-04:00', 'north', '1', '12.00', 'USD'];
  const refund = ['SQB2y', '2026-09-20T09:00:00-04:00', 'north', '1', '-12.00', 'USD'];
  const again = ['SQB2y', '2026-09-21T09:00:00-04:00', 'north', '1', '9.00', 'USD'];
  const corrected = [...sale.slice(0, 4), '-12.00', 'USD'];
  expect(told(check(sale, refund, again))).toEqual([[3, 'receipt', 'receiptRepeated', '1']]);
  expect(told(check(sale, corrected))).toEqual([[2, 'receipt', 'receiptRepeated', '1']]);
});

test('M02 a shop that declares no currency sells in one all the same', () => {
  const north = (receipt: string, currency: string) => [receipt, good[1], 'north', '1', '1', currency];
  expect(told(check(north('a', 'EUR'), north('b', 'usd'), north('c', 'eur')))).toEqual([
    [2, 'currency', 'currencyOther', 'EUR'],
  ]);
});

test('M02 numbers of a spreadsheet are taken as they are, rounded to what money has', () => {
  expect(check([10_234, good[1], 102, 3, 48.300000000000004, 'chf']).receipts).toMatchObject([
    { receipt: '10234', items: 3, turnover: 48.3, currency: 'CHF' },
  ]);
});

test('M02 what stands to the right of the last column is not read, and said', () => {
  expect(check([...good, 'Anna'])).toMatchObject({ faultyRows: 0, hasMoreColumns: true });
  expect(check([...good, ' '])).toMatchObject({ hasMoreColumns: false });
});

test('M02 a file without a valid row lists a limited number of faults', () => {
  const checked = checkRows(numbered(Array.from({ length: 1000 }, () => withCell(3, 'x'))), shops, now);
  expect(checked.faultyRows).toBe(1000);
  expect(checked.faults).toHaveLength(maxListedFaults);
});

test('any cells whatever make a receipt or faults, and no receipt says what its cells do not', () => {
  const cell = fc.oneof(fc.constantFrom<Cell>(...good, '', 'EUR', 'twice', '1,234', '-1'), fc.string(), fc.double());
  fc.assert(
    fc.property(fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 12 }), (rows) => {
      const { receipts, faults, faultyRows, rows: read, repeated, refunds } = checkRows(numbered(rows), shops, now);
      expect(receipts.length + repeated + refunds + faultyRows).toBe(read);
      expect(faults.length > 0).toBe(faultyRows > 0);
      expect(new Set(receipts.map(({ shop, receipt }) => `${shop.installationId} ${receipt}`)).size).toBe(
        receipts.length,
      );
      for (const { items, turnover, soldAt, currency, shop } of receipts) {
        expect([items, turnover, soldAt].every(Number.isFinite)).toBe(true);
        expect(currency).toBe(shop.currency ?? currency);
      }
    }),
  );
});

const days = (...dates: string[]) => new Map(dates.map((date) => [date as LocalDate, Date.parse(`${date}T18:00:00Z`)]));

test('an import covers days between its receipts, but no long gap, and today up to its newest one', () => {
  const dates = (told: ReturnType<typeof findKnownDays>) => told.map(({ date, until }) => [date, until]);
  expect(dates(findKnownDays(days('2026-11-20', '2026-11-17', '2026-11-24'), '2026-11-24' as LocalDate))).toEqual([
    ['2026-11-17', null],
    ['2026-11-18', null],
    ['2026-11-19', null],
    ['2026-11-20', null],
    ['2026-11-21', null],
    ['2026-11-22', null],
    ['2026-11-23', null],
    ['2026-11-24', Date.parse('2026-11-24T18:00:00Z')],
  ]);
  expect(dates(findKnownDays(days('2026-01-01', '2026-01-17'), '2026-11-24' as LocalDate))).toHaveLength(2);
  expect(dates(findKnownDays(days('2026-01-01', '2026-01-16'), '2026-11-24' as LocalDate))).toHaveLength(16);
  expect(findKnownDays(new Map(), '2026-11-24' as LocalDate)).toEqual([]);
});

test('M02 totals of a file per shop, with days in the site’s time zone', () => {
  const sold = (receipt: string, time: string, turnover: string) => [receipt, time, '102', '1', turnover, 'CHF'];
  const { receipts } = check(
    sold('a', '2026-11-17T23:30:00Z', '0.1'),
    sold('b', '2026-11-20T10:00:00+01:00', '0.2'),
    sold('c', '2026-11-20T11:00:00+01:00', '-0.05'),
    [...good.slice(0, 2), 'north', '1', '7', 'GBP'],
  );
  expect(sumByShop(receipts, now)).toMatchObject([
    { shop: { shopId: '102' }, receipts: 3, turnover: 0.25, currency: 'CHF', daysWithSales: 2, told: { length: 3 } },
    { shop: { shopId: 'north' }, receipts: 1, turnover: 7, currency: 'GBP', daysWithSales: 1 },
  ]);
  expect(sumByShop(receipts, now)[0]?.told.map(({ date }) => date)).toEqual(['2026-11-18', '2026-11-19', '2026-11-20']);
});
