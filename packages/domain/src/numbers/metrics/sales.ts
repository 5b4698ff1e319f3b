import type { Metric, Quantity, SalesAmount } from './metric.ts';

type Look = Pick<Metric, 'id' | 'unit' | 'decimals' | 'color' | 'icon'>;

const sold = (of: SalesAmount): Quantity => ({ kind: 'flow', expression: { type: 'sales', of } });
const entries: Quantity = { kind: 'flow', expression: { type: 'crossings', side: 'in' } };

function ratio(look: Look, numerator: Quantity, denominator: Quantity): Metric {
  const scale = look.unit === '%' ? 100 : 1;
  return { ...look, kind: 'ratio', better: 'up', expression: { type: 'ratio', numerator, denominator, scale } };
}

/** Sales metrics. `currency` stands for the currency of the site. */
export const salesMetrics: readonly Metric[] = [
  {
    id: 'turnover',
    kind: 'money',
    unit: 'currency',
    decimals: 2,
    color: '#2f9e44',
    icon: 'cash',
    better: 'up',
    expression: sold('turnover').expression,
  },
  {
    id: 'numberOfOrders',
    kind: 'count',
    unit: 'orders',
    decimals: 0,
    color: '#1971c2',
    icon: 'receipt',
    better: 'up',
    expression: sold('orders').expression,
  },
  {
    id: 'numberOfGoodsSold',
    kind: 'count',
    unit: 'items',
    decimals: 0,
    color: '#0c8599',
    icon: 'package',
    better: 'up',
    expression: sold('goods').expression,
  },
  ratio(
    { id: 'avgBasketPrice', unit: 'currency', decimals: 2, color: '#66a80f', icon: 'basket' },
    sold('turnover'),
    sold('orders'),
  ),
  ratio(
    { id: 'avgBasketSize', unit: 'items', decimals: 1, color: '#3b5bdb', icon: 'shopping-cart' },
    sold('goods'),
    sold('orders'),
  ),
  ratio(
    { id: 'salesConversion', unit: '%', decimals: 1, color: '#ae3ec9', icon: 'percentage' },
    sold('orders'),
    entries,
  ),
  ratio(
    { id: 'conversionRate', unit: '%', decimals: 2, color: '#9c36b5', icon: 'percentage' },
    sold('orders'),
    entries,
  ),
  ratio(
    { id: 'salesIndex', unit: 'currency/visitor', decimals: 2, color: '#e8590c', icon: 'chart-line' },
    sold('turnover'),
    entries,
  ),
];
