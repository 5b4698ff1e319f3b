import { expect, test } from 'vitest';
import type { FunnelFragment } from './operations.generated.ts';
import { computeWorth, findComparedFigure } from './worth.ts';

const funnel = (
  changes: FunnelFragment['changes'],
  avgBasketPrice: number | null = 44,
  conversionRate = 13,
): FunnelFragment => ({
  pedestrian: null,
  captureRate: null,
  affluenceIn: 1100,
  conversionRate,
  numberOfOrders: 143,
  numberOfGoodsSold: 200,
  turnover: 6292,
  avgBasketPrice,
  avgBasketSize: 1.4,
  salesIndex: 5.7,
  currency: 'CHF',
  soldDays: { known: 30, all: 30 },
  changes,
});
const entries = { figure: 'affluenceIn', before: 1000, evolution: 10 };

test.each([
  ['more people buy', 13, { figure: 'conversionRate', before: 10, evolution: 30 }, { orders: 33, money: 1452 }],
  ['fewer people buy', 10, { figure: 'conversionRate', before: 20, evolution: -50 }, { orders: -110, money: -4840 }],
  ['as many buy', 10, { figure: 'conversionRate', before: 10, evolution: 0 }, null],
  ['too little can be compared', 13, { figure: 'conversionRate', before: null, evolution: null }, null],
])('a change is worth what it is where %s', (_, now, rate, worth) => {
  expect(computeWorth(funnel([rate, entries], 44, now))).toEqual(worth);
});

test('without a basket it is in orders only', () => {
  const rate = { figure: 'conversionRate', before: 10, evolution: 30 };
  expect(computeWorth(funnel([rate, entries], null))).toEqual({ orders: 33, money: null });
});

test('a figure is compared over the same days', () => {
  expect(findComparedFigure(funnel([entries]), 'affluenceIn')).toEqual({ now: 1100, before: 1000 });
  expect(findComparedFigure(funnel([]), 'affluenceIn')).toBeNull();
});
