import type { SalesColumns } from './map-rows.ts';

/** Columns of a till's own export. Its shop is the user's choice, because exports name shops in their own way. */
export interface TillRecipe {
  /** Name for commands. */
  readonly id: string;
  /** Name for people. */
  readonly name: string;
  readonly columns: Omit<SalesColumns, 'shop'>;
}

const recipe = (
  id: string,
  name: string,
  columns: Pick<SalesColumns, 'receipt' | 'date' | 'items' | 'turnover'> & Partial<SalesColumns>,
): TillRecipe => ({
  id,
  name,
  columns: { time: null, currency: null, dateOrder: null, ...columns },
});

const wooCommerce = (id: string, name: string, turnover: string) =>
  recipe(id, name, { receipt: 'Order #', date: 'Date', items: 'Items sold', turnover });

/** Recipes of public formats. Turnover is what was paid after discounts, without taxes and shipping. */
export const tillRecipes: readonly TillRecipe[] = [
  recipe('shopify', 'Shopify, orders', {
    ...{ receipt: 'Name', date: 'Created at', items: 'Lineitem quantity', turnover: 'Subtotal' },
    ...{ currency: { column: 'Currency' }, isTurnoverOnce: true },
  }),
  recipe('square', 'Square, items', {
    ...{ receipt: 'Transaction ID', date: 'Date', time: 'Time', items: 'Qty', turnover: 'Net Sales' },
    dateOrder: 'monthFirst',
  }),
  recipe('sumup', 'SumUp, sales', {
    ...{ receipt: 'Transaction ID', date: 'Date', time: 'Time', items: 'Quantity', turnover: 'Price (Net)' },
    ...{ currency: { column: 'Currency' }, dateOrder: 'dayFirst' },
  }),
  wooCommerce('woocommerce', 'WooCommerce, orders', 'Net Sales'),
  wooCommerce('woocommerce-revenue', 'WooCommerce, orders before 2024', 'N. Revenue'),
];
