import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundNoise } from './round-noise.ts';

it.each([
  [812.7750000000001, 812.775],
  [805.3499999999999, 805.35],
  [-0.1 - 0.2, -0.3],
  [1 / 3, 0.333333333333],
  [12, 12],
  [2 ** 53, 2 ** 53],
  [0, 0],
  [1.2e-7 / 3, 4e-8],
  [12_345_678_901.550001, 12_345_678_901.55],
])('%d becomes %d', (value, rounded) => {
  expect(roundNoise(value)).toBe(rounded);
});

it('sums of decimals do not depend on the order of their parts', () => {
  const parts = fc.array(fc.integer({ min: -1_000_000, max: 9_000_000 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 0, max: 49 }), (cents, cut) => {
      const decimals = cents.map((one) => one / 1000);
      const exact = cents.reduce((sum, one) => sum + one, 0) / 1000;
      const sum = (list: readonly number[]) => list.reduce((before, one) => before + one, 0);
      const other = sum(decimals.slice(cut).toReversed()) + sum(decimals.slice(0, cut));
      fc.pre(Math.abs(exact) > 1);
      expect([roundNoise(sum(decimals)), roundNoise(other)]).toEqual([exact, exact]);
    }),
  );
});
