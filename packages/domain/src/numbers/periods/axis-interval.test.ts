import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getAxisInterval } from './axis-interval.ts';

const day = 86_400;

test.each([
  [0, 30],
  [120, 30],
  [121, 60],
  [1200, 300],
  [1201, 600],
  [3600, 900],
  [day, 36_000],
  [144_000, 36_000],
  [144_001, day],
  [4 * day, day],
  [4 * day + 1, 2 * day],
  [7 * day, 2 * day],
  [30 * day, 8 * day],
])('G05: a range of %i s has marks every %i s', (range, interval) => expect(getAxisInterval(range)).toBe(interval));

test('G05: past the list it is the smallest whole number of days', () => {
  fc.assert(
    fc.property(fc.integer({ min: 144_001, max: 400 * day }), (range) => {
      const interval = getAxisInterval(range);
      expect(interval % day).toBe(0);
      expect(range / interval).toBeLessThanOrEqual(4);
      if (interval > day) expect(range / (interval - day)).toBeGreaterThan(4);
    }),
  );
});
