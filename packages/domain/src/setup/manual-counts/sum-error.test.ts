import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CountError } from './count-error.ts';
import { type CountedDoor, sumErrors } from './sum-error.ts';

const error = (at: number, from: number, to: number): CountError => ({ error: at, from, to });
const door = (name: string, count: number, known: CountError | null = null): CountedDoor => ({
  name,
  count,
  error: known,
});

test.each([
  // 110 were 100, 190 were 200: 300 of 300. Margins: √((⅓ · 6)² + (⅔ · 4.5)²) = √(4 + 9) = 3.606 %.
  [
    'two doors that err both ways',
    [door('A', 110, error(0.1, 0.04, 0.16)), door('B', 190, error(-0.05, -0.095, -0.005))],
    { error: 0, from: -0.036056, to: 0.036056, known: 2, unknown: [] },
  ],
  // 102 were 100, 306 were 300: the margins of 4 and 8 % weigh a quarter and three: √(1 + 36) = 6.083 %.
  [
    'two doors of one error',
    [door('A', 102, error(0.02, -0.02, 0.06)), door('B', 306, error(0.02, -0.06, 0.1))],
    { error: 0.02, from: -0.040828, to: 0.080828, known: 2, unknown: [] },
  ],
  // 120 were 100. The side below is 10 %, the one above 30 %. B is not taken as exact.
  [
    'one of three doors',
    [door('A', 120, error(0.2, 0.1, 0.5)), door('B', 900), door('C', 30)],
    { error: 0.2, from: 0.1, to: 0.5, known: 1, unknown: ['B', 'C'] },
  ],
  [
    'a door that sees nobody',
    [door('A', 120, error(0.2, 0.1, 0.5)), door('B', 0, error(-1, -1, -0.9))],
    { error: 0.2, from: 0.1, to: 0.5, known: 1, unknown: ['B'] },
  ],
  [
    'a margin below nobody',
    [door('A', 10, error(-0.5, -1, 0.5))],
    { error: -0.5, from: -1, to: 0.5, known: 1, unknown: [] },
  ],
  ['no door with an error', [door('A', 120)], null],
  ['no people', [door('A', 0, error(0.1, 0, 0.2))], null],
  ['no doors', [], null],
] as const)('the error of %s', (_, doors, expected) => {
  const sum = sumErrors(doors);
  const round = (one: number) => Number(one.toFixed(6)) + 0;
  expect(sum && { ...sum, error: round(sum.error), from: round(sum.from), to: round(sum.to) }).toEqual(expected);
});

test('lies among the doors’ own, and is surer than the least sure of them', () => {
  const counted = fc.tuple(
    fc.integer({ min: 1, max: 9999 }),
    fc.double({ min: -0.5, max: 0.5, noNaN: true }),
    fc.double({ min: 0, max: 0.4, noNaN: true }),
    fc.double({ min: 0, max: 0.4, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(counted, { minLength: 1, maxLength: 6 }), (all) => {
      const doors = all.map(([count, at, below, above], index) =>
        door(`${index}`, count, error(at, at - below, at + above)),
      );
      const sum = sumErrors(doors);
      const errors = all.map(([, at]) => at);
      expect(sum?.error).toBeGreaterThanOrEqual(Math.min(...errors) - 1e-9);
      expect(sum?.error).toBeLessThanOrEqual(Math.max(...errors) + 1e-9);
      const width = (sum?.to ?? 0) - (sum?.error ?? 0);
      expect(width).toBeLessThanOrEqual(Math.max(...all.map(([, , , above]) => above)) + 1e-9);
      // The same doors in another order.
      expect(sumErrors(doors.toReversed())?.error).toBeCloseTo(sum?.error ?? 0, 9);
    }),
  );
});
