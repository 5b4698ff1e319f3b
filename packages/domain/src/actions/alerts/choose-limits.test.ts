import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chooseLimits } from './choose-limits.ts';

const list = (...times: readonly number[]) => times.map((count, index) => ({ limit: 800 + index * 100, times: count }));

it.each([
  ['only where the count changes', list(28, 14, 14, 14, 6, 6, 0), 1200, [800, 1100, 1200, 1400]],
  ['nothing else where it never changes', list(3, 3, 3), 900, [900]],
  ['five at most, around the present limit', list(9, 8, 7, 6, 5, 4, 3, 2), 1200, [1000, 1100, 1200, 1300, 1400]],
  ['five at most also at an end', list(9, 8, 7, 6, 5, 4, 3, 2), 1500, [1100, 1200, 1300, 1400, 1500]],
  ['none of none', [], 1000, []],
])('offers %s', (_, limits, own, expected) => {
  expect(chooseLimits(limits, own).map(({ limit }) => limit)).toEqual(expected);
});

it('keeps the order, at most five, and the present limit, whatever the counts', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { minLength: 1, maxLength: 20 }), fc.nat(19), (times, place) => {
      const limits = list(...times);
      const own = limits[place % limits.length]?.limit ?? 0;
      const chosen = chooseLimits(limits, own).map(({ limit }) => limit);
      expect(chosen).toContain(own);
      expect(chosen.length).toBeLessThanOrEqual(5);
      expect(chosen).toEqual([...chosen].sort((one, other) => one - other));
    }),
  );
});
