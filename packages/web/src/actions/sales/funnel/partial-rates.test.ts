import { expect, it } from 'vitest';
import { hasPartialRates } from './worth.ts';

const whole = { pedestrian: 1000, affluenceIn: 400, numberOfOrders: 100, captureRate: 40, conversionRate: 25 };

it.each([
  ['ratios of the totals', whole, false],
  ['ratios that were rounded', { ...whole, captureRate: 40.04 }, false],
  ['a capture rate of fewer hours', { ...whole, captureRate: 40.8 }, true],
  ['a conversion rate of fewer hours', { ...whole, conversionRate: 24.2 }, true],
  ['unknown counts', { ...whole, pedestrian: null, numberOfOrders: null, captureRate: 41, conversionRate: 24 }, false],
  ['nobody', { ...whole, pedestrian: 0, affluenceIn: 0, captureRate: null, conversionRate: null }, false],
])('says of %s whether it takes a word', (_name, funnel, isPartial) => {
  expect(hasPartialRates(funnel)).toBe(isPartial);
});
