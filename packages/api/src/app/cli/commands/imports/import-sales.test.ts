import { expect, test } from 'vitest';
import { importSales } from './import-sales.ts';

const parse = (...args: readonly string[]) => importSales.parse(['till.csv', '--organization', 'One', ...args]);

test('a recipe gives the columns, and those given replace its own', () => {
  expect(parse('--recipe', 'sumup', '--shop', '=101', '--turnover', 'Price (Gross)')).toMatchObject({
    ok: true,
    value: {
      file: 'till.csv',
      options: {
        columns: {
          ...{ receipt: 'Transaction ID', date: 'Date', time: 'Time', items: 'Quantity' },
          ...{ turnover: 'Price (Gross)', shop: { value: '101' }, currency: { column: 'Currency' } },
          dateOrder: 'dayFirst',
        },
      },
    },
  });
});

test('Shopify states the turnover of an order once', () => {
  expect(parse('--recipe', 'shopify', '--shop', 'Location')).toMatchObject({
    value: { options: { columns: { shop: { column: 'Location' }, isTurnoverOnce: true } } },
  });
});

test('without columns the file is a sales file', () => {
  expect(parse()).toMatchObject({ ok: true, value: { options: { columns: null } } });
});

test.each([
  [['--recipe', 'square'], /^--shop is missing/],
  [['--recipe', 'till', '--shop', '=1'], /^--recipe takes shopify, square, sumup, woocommerce, .*, not "till"$/],
  [['--recipe', 'square', '--shop', '=1', '--dates', 'year'], /^--dates takes/],
])('%j is refused', (args, message) =>
  expect(parse(...args)).toEqual({ ok: false, error: expect.stringMatching(message) }),
);
