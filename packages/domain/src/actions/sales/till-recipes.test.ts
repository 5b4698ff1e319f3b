import { expect, test } from 'vitest';
import { checkRows, indexShops, type Shop } from './check-rows.ts';
import { splitRecords } from './file/split-records.ts';
import { mapRows } from './map-rows.ts';
import { tillRecipes } from './till-recipes.ts';

const now = Date.parse('2026-07-01T00:00:00Z');
const shopIn = (timezone: string, currency: string) =>
  ({ shopId: '7', installationId: 1, currency, timezone, changeOfDay: '00:00' }) as unknown as Shop;

const shopifyHeader =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Shipping,Taxes,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price';

/** Files in the shape of each format, with numbers of their own. */
const samples = [
  {
    id: 'square',
    shop: shopIn('America/New_York', 'USD'),
    text: [
      'Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Payment ID,Device Name,Notes,Details,Event Type,Location',
      '2026-06-13,10:02:11,Eastern Time (US & Canada),Mugs,Mug,1.0,Regular,M-1,,$18.00,-$3.00,$15.00,$1.20,SQA1x,PA1,iPad,,,Payment,Fair',
      '2026-06-13,10:02:11,Eastern Time (US & Canada),Prints,Fern,2.0,Regular,F-1,,"$1,224.00",$0.00,"$1,224.00",$1.92,SQA1x,PA1,iPad,,,Payment,Fair',
      '2026-06-13,11:40:00,Eastern Time (US & Canada),Prints,Fern,1.0,Regular,F-1,,$12.00,$0.00,$12.00,$0.96,SQB2y,PB2,iPad,,,Payment,Fair',
      '2026-06-20,09:00:00,Eastern Time (US & Canada),Prints,Fern,-1.0,Regular,F-1,,-$12.00,$0.00,-$12.00,-$0.96,SQB2y,PB2R,iPad,,,Refund,Fair',
    ],
    receipts: ['SQA1x 2026-06-13T14:02:11.000Z 3 1239 USD', 'SQB2y 2026-06-13T15:40:00.000Z 0 0 USD'],
  },
  {
    id: 'shopify',
    shop: shopIn('Europe/Amsterdam', 'EUR'),
    text: [
      shopifyHeader,
      '#1050,a@example.com,paid,2026-05-01 10:00:00 +0200,fulfilled,EUR,100.90,5.00,8.33,105.90,2026-05-01 09:59:00 +0200,1,Essence 100 g,62.95',
      '#1050,a@example.com,,,,,,,,,,1,Essence 50 g,37.95',
      '#1051,b@example.com,paid,2026-05-01 11:00:00 +0200,fulfilled,EUR,20.00,0.00,1.65,20.00,2026-05-01 10:59:00 +0200,1,Card,10.00',
      '#1051,b@example.com,,,,,,,,,2026-05-01 10:59:00 +0200,3,Pen,3.33',
    ],
    receipts: ['#1050 2026-05-01T07:59:00.000Z 2 100.9 EUR', '#1051 2026-05-01T08:59:00.000Z 4 20 EUR'],
  },
  {
    id: 'sumup',
    shop: shopIn('Europe/Zurich', 'CHF'),
    text: [
      'Account,Date,Time,Type,Transaction ID,Receipt Number,Payment Method,Quantity,Description,Currency,Price (Gross),Price (Net),Tax,Tax rate,Transaction refunded',
      'a@example.com,17.04.23,12:32,Sales,TEGUC1,S20230000303,Card,1,Menu,CHF,16.0,15.6,0.4,2.5%,',
      'a@example.com,17.04.23,12:32,Sales,TEGUC1,S20230000303,Card,2,Coffee,CHF,7.0,6.8,0.2,2.5%,',
    ],
    receipts: ['TEGUC1 2023-04-17T10:32:00.000Z 3 22.4 CHF'],
  },
  {
    id: 'woocommerce',
    shop: shopIn('Europe/Rome', 'EUR'),
    text: [
      'Date,Order #,N. Revenue (formatted),Status,Customer,Customer type,Product(s),Items sold,Coupon(s),Net Sales,Attribution',
      '2026-03-02 18:20:00,511,"€1.024,50",completed,Ann,new,"2× Lamp",2,,1024.50,Direct',
    ],
    receipts: ['511 2026-03-02T17:20:00.000Z 2 1024.5 EUR'],
  },
  {
    id: 'woocommerce-revenue',
    shop: shopIn('Europe/Rome', 'EUR'),
    text: [
      'Date,Order #,N. Revenue (formatted),Status,Customer,Customer type,Product(s),Items sold,Coupon(s),N. Revenue',
      '2023-03-02 18:20:00,11,€9.00,completed,Ann,new,"1× Pen",1,,9',
    ],
    receipts: ['11 2023-03-02T17:20:00.000Z 1 9 EUR'],
  },
] as const;

test.each(samples)('$id: receipts of lines, in local time', ({ id, shop, text, receipts }) => {
  const recipe = tillRecipes.find((one) => one.id === id);
  if (recipe === undefined) throw new Error(`no recipe ${id}`);
  const records = [...splitRecords(`${text.join('\n')}\n`, ',')];
  const rows = records.map((cells, index) => ({ number: index + 1, cells }));
  const shops = indexShops([shop]);
  const mapped = mapRows(rows, { ...recipe.columns, shop: { value: '7' } }, shops);
  if (!mapped.ok) throw new Error(mapped.error);
  const checked = checkRows(mapped.value, shops, now);
  expect(checked.faults).toEqual([]);
  const read = checked.receipts.map(({ receipt, soldAt, items, turnover, currency }) =>
    [receipt, new Date(soldAt).toISOString(), items, turnover, currency].join(' '),
  );
  expect(read).toEqual(receipts);
});

test('each recipe has a sample', () => {
  expect(tillRecipes.map(({ id }) => id).toSorted()).toEqual(samples.map(({ id }) => id).toSorted());
});

test('without turnover on its first line only, a line without an amount is a fault', () => {
  const shops = indexShops([shopIn('UTC', 'USD')]);
  const header = ['Date', 'Time', 'Qty', 'Net Sales', 'Transaction ID'];
  const rows = [header, ['2026-06-13', '10:02', '1', '$2.00', 'a'], ['2026-06-13', '10:02', '1', '', 'a']].map(
    (cells, index) => ({ number: index + 1, cells }),
  );
  const square = tillRecipes.find(({ id }) => id === 'square') as (typeof tillRecipes)[number];
  const mapped = mapRows(rows, { ...square.columns, shop: { value: '7' } }, shops);
  expect(mapped.ok && checkRows(mapped.value, shops, now)).toMatchObject({
    faultyRows: 1,
    faults: [{ row: 2, reason: 'empty' }],
  });
});
