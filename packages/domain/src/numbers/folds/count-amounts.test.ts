import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAmounts } from './count-amounts.ts';
import { type RegisterAmount, readRegister } from './read-register.ts';

const minute = 60_000;
const hour = 60 * minute;
const quarter = 15 * minute;

type Row = readonly [start: number, length: number, value: number];

const buildAmounts = (rows: readonly Row[]) => {
  const inOrder = [...rows].sort(([left], [right]) => left - right);
  return {
    times: inOrder.map(([start]) => start),
    lengths: inOrder.map(([, length]) => length),
    values: inOrder.map(([, , value]) => value),
  };
};
const none = buildAmounts([]);
const show = (counted: readonly RegisterAmount[]) =>
  counted.map(({ place, amount, isPartial }) => [place, Number(amount.toPrecision(9)), isPartial]);
const count = (rows: readonly Row[], edges: readonly number[], gap = 2 * quarter) =>
  show(countAmounts(buildAmounts(rows), null, edges, gap));

test('amounts add up in the interval that holds them', () => {
  const day: Row[] = Array.from({ length: 96 }, (_, place) => [place * quarter, quarter, place % 4]);
  expect(count(day, [0, hour, 24 * hour])).toEqual([
    [0, 6, false],
    [1, 138, false],
  ]);
});

test('an edge splits an amount in proportion to time, which is an estimate for long ones only', () => {
  const rows: Row[] = [[quarter, quarter, 9]];
  expect(count(rows, [quarter, quarter + 5 * minute, 2 * quarter])).toEqual([
    [0, 3, false],
    [1, 6, false],
  ]);
  expect(count([[0, 24 * hour, 48]], [0, hour, 24 * hour])).toEqual([
    [0, 2, true],
    [1, 46, true],
  ]);
});

test('a missing amount is missing, not zero', () => {
  const rows: Row[] = [
    [0, quarter, 1],
    [quarter, quarter, 0],
    [3 * quarter, quarter, 4],
  ];
  expect(count(rows, [0, quarter, 2 * quarter, 3 * quarter, hour])).toEqual([
    [0, 1, false],
    [1, 0, false],
    [3, 4, false],
  ]);
  expect(count(rows, [0, hour, 2 * hour])).toEqual([[0, 5, true]]);
});

test('the finest of overlapping amounts counts for its time', () => {
  const rows: Row[] = [
    [0, hour, 8],
    [0, quarter, 5],
    [2 * quarter, quarter, 1],
  ];
  expect(count(rows, [0, quarter, 2 * quarter, 3 * quarter, hour])).toEqual([
    [0, 5, false],
    [1, 2, true],
    [2, 1, false],
    [3, 2, true],
  ]);
});

test('a register counts only for time without amounts', () => {
  const register = readRegister({ times: [0, hour, 2 * hour, 3 * hour], values: [100, 104, 108, 112] }, 0);
  const rows: Row[] = [
    [hour, quarter, 7],
    [hour + quarter, quarter, 8],
  ];
  const edges = [0, hour, 2 * hour, 3 * hour, 4 * hour];
  const counted = show(countAmounts(buildAmounts(rows), register, edges, 2 * hour));
  expect(counted).toEqual([
    [0, 4, false],
    [1, 17, false],
    [2, 4, false],
  ]);
  expect(show(countAmounts(none, register, edges, 2 * hour))).toEqual([
    [0, 4, false],
    [1, 4, false],
    [2, 4, false],
  ]);
});

test('a change from a register to amounts within an hour counts both parts', () => {
  const register = readRegister({ times: [0, 2 * quarter], values: [0, 6] }, 0);
  const rows: Row[] = [
    [2 * quarter, quarter, 3],
    [3 * quarter, quarter, 3],
  ];
  expect(show(countAmounts(buildAmounts(rows), register, [0, hour], hour))).toEqual([[0, 12, false]]);
});

test('whatever the amounts, each minute counts the finest, and pieces add up to the whole', () => {
  const rows = fc.array(
    fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 50 })),
    { maxLength: 20 },
  );
  const inner = fc.uniqueArray(fc.integer({ min: 1, max: 119 }), { maxLength: 8 });
  fc.assert(
    fc.property(rows, inner, (drawn, cuts) => {
      const own = [...new Map(drawn.map(([at, length, value]) => [at, [at, length, value] as const])).values()];
      const edges = [0, ...cuts.sort((left, right) => left - right), 120];
      const inMs = (minutes: number) => minutes * minute;
      const amounts = buildAmounts(own.map(([at, length, value]) => [inMs(at), inMs(length), value]));
      const counted = countAmounts(amounts, null, edges.map(inMs), 0);
      const byMinute = Array.from({ length: 120 }, (_, at) => {
        const over = own.filter(([from, length]) => from <= at && at < from + length);
        const finest = over.sort(([a, one], [b, other]) => one - other || b - a)[0];
        return finest === undefined ? null : finest[2] / finest[1];
      });
      const expected = edges.slice(1).flatMap((to, place) => {
        const known = byMinute.slice(edges[place], to).filter((rate) => rate !== null);
        return known.length === 0 ? [] : [[place, known.reduce((sum, rate) => sum + rate, 0)]];
      });
      expect(counted.map(({ place }) => place)).toEqual(expected.map(([place]) => place));
      for (const [index, { amount }] of counted.entries()) expect(amount).toBeCloseTo(expected[index]?.[1] ?? -1, 6);
    }),
  );
});
