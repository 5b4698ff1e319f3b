import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countBetween, type FallKind, readRegister } from './read-register.ts';

const hour = 3_600_000;
const day = 24 * hour;

type Samples = readonly (readonly [hours: number, value: number])[];
const hourly = (...values: number[]): Samples => values.map((value, hours) => [hours, value] as const);
const daily = (...values: number[]): Samples => values.map((value, days) => [24 * days, value] as const);

const read = (samples: Samples, rollover = 0) =>
  readRegister({ times: samples.map(([hours]) => hours * hour), values: samples.map(([, value]) => value) }, rollover);

/** Consumption between edges (hours): null where nothing is known, with `~` where it is partial. */
function count(samples: Samples, edges: readonly number[], { rollover = 0, gap = 2 * hour } = {}) {
  const found = countBetween(
    read(samples, rollover),
    edges.map((hours) => hours * hour),
    gap,
  );
  return edges.slice(1).map((_, place) => {
    const amount = found.find((one) => one.place === place);
    if (amount === undefined) return null;
    const rounded = Math.round(amount.amount * 1000) / 1000;
    return amount.isPartial ? `~${rounded}` : rounded;
  });
}

const upTo = (hours: number) => Array.from({ length: hours + 1 }, (_, index) => index);

it.each<[string, Samples, number, readonly FallKind[], readonly (number | string)[]]>([
  ['rises', hourly(10, 15, 15, 40), 0, [], [5, 0, 25]],
  ['a wrap', hourly(990, 5, 25), 1000, ['wrap'], [15, 20]],
  ['a wrap counts from the highest value', hourly(999, 998, 4), 1000, ['stepBack', 'wrap'], [0, 5]],
  ['a fall of less than half of the rollover is no wrap', hourly(400, 300, 301), 1000, ['stepBack'], ['~0', '~0']],
  ['a reset where a rollover is declared', hourly(400, 4, 5), 1000, ['reset'], [4, 1]],
  ['a reset counts from 0', hourly(100, 9.9, 12), 0, ['reset'], [9.9, 2.1]],
  ['a reset is open while the register does not rise', hourly(99, 100, 5, 5), 0, ['reset'], [1, '~5', '~0']],
  ['a dropout leaves the low values out', hourly(100, 0, 0, 103, 104), 0, ['dropout'], ['~1', '~1', '~1', 1]],
  ['a dropout may fall further', hourly(100, 5, 3, 102), 0, ['dropout'], ['~0.667', '~0.667', '~0.667']],
  ['a return to 90 % is a dropout, then a step back', hourly(100, 0, 90, 101), 0, ['dropout', 'stepBack'], [0, 0, 1]],
  ['a return to less is a reset', hourly(100, 0, 89.9, 95), 0, ['reset'], [0, 89.9, 5.1]],
  ['low values that rose are a reset', hourly(100, 0, 1, 101), 0, ['reset'], [0, 1, 100]],
  ['a dropout between a tenth and half', hourly(100, 20, 102), 0, ['dropout'], [1, 1]],
  [
    'a dropout within a dropout',
    hourly(100, 60, 5, 58, 59),
    0,
    ['stepBack', 'dropout', 'stepBack'],
    ['~0', '~0', '~0', '~0'],
  ],
  ['exactly a tenth is a replaced meter', hourly(100, 10, 12, 13), 0, ['replaced'], [0, 2, 1]],
  ['a replaced meter is open until its third sample', hourly(100, 40, 41), 0, ['stepBack'], ['~0', '~0']],
  ['three samples that do not fall confirm it', hourly(100, 40, 41, 41, 45), 0, ['replaced'], [0, 1, 0, 4]],
  [
    'three samples after another fall confirm it',
    hourly(100, 40, 39, 41, 43),
    0,
    ['replaced', 'stepBack'],
    [0, 0, 1, 2],
  ],
  ['its values do not return once confirmed', hourly(100, 20, 20, 20, 101), 0, ['replaced'], [0, 0, 0, 81]],
  ['exactly half is a step back', hourly(100, 50, 51, 52), 0, ['stepBack'], ['~0', '~0', '~0']],
  [
    'trembling counts neither the register nor itself',
    hourly(50_000, 49_999.9, 50_000.1, 50_000, 50_002),
    0,
    ['stepBack', 'stepBack'],
    [0, 0.1, 0, 1.9],
  ],
  ['a rise that stays below counts nothing', hourly(100, 90, 95, 99, 103), 0, ['stepBack'], [0, 0, 0, 3]],
  ['exactly where it was', hourly(100, 90, 100, 101), 0, ['stepBack'], [0, 0, 1]],
  [
    'trembling around a tenth of the highest value',
    hourly(100, 10.1, 9.9, 10, 10.1),
    0,
    ['replaced', 'stepBack'],
    [0, 0, 0, 0],
  ],
  ['a replaced meter that is reset', hourly(100, 40, 3, 4, 5), 0, ['replaced', 'reset'], [0, 3, 1, 1]],
  ['a step back, then a reset', hourly(100, 60, 5, 8), 0, ['stepBack', 'reset'], [0, 5, 3]],
  [
    'unconfirmed, then above the highest value',
    hourly(100, 40, 80, 75, 101),
    0,
    ['stepBack', 'stepBack'],
    [0, 0, 0, 1],
  ],
])('%s', (_, samples, rollover, falls, expected) => {
  expect(read(samples, rollover).falls.map(({ kind }) => kind)).toEqual(falls);
  expect(count(samples, upTo(samples.length - 1), { rollover })).toEqual(expected);
});

it('a step back restarts after 24 h, from the sample read then', () => {
  const samples: Samples = [
    [0, 100],
    [1, 60],
    [20, 55],
    [25, 70],
    [26, 73],
  ];
  expect(count(samples, [0, 1, 20, 25, 26], { gap: day })).toEqual([0, 0, 0, 3]);
  // Until then it may still pass its highest value.
  expect(count(samples.slice(0, 3), [0, 1, 20], { gap: day })).toEqual(['~0', '~0']);
});

it('24 h confirm a replaced meter', () => {
  const samples = daily(153, 70, 71);
  expect(count(samples, [0, 24, 48], { gap: day })).toEqual([0, 1]);
  expect(count(samples.slice(0, 2), [0, 24], { gap: day })).toEqual(['~0']);
});

it('a register that steps back counts from where it passes its highest value', () => {
  // 60 to 110 passes 100 after four fifths of the hour.
  expect(count(hourly(100, 60, 110), [0, 1, 1.5, 1.8, 1.9, 2])).toEqual([0, 0, 0, 5, 5]);
});

it('a register read at midnight closes the old day', () => {
  expect(count(daily(500, 510, 530, 560), [-24, 0, 24, 48, 72, 96])).toEqual([null, 10, 20, 30, null]);
});

it('an outage is spread evenly and estimated at the edges within it', () => {
  const samples: Samples = [
    [0, 10],
    [1, 12],
    [5, 20],
    [6, 21],
  ];
  expect(count(samples, [0, 1, 2, 3, 4, 5, 6])).toEqual([2, '~2', '~2', '~2', '~2', 1]);
  // No edge lies within it.
  expect(count(samples, [0, 1, 5, 6])).toEqual([2, 8, 1]);
  expect(count(samples, [0, 6])).toEqual([11]);
});

it('beyond 32 days nothing is interpolated', () => {
  const samples: Samples = [
    [0, 10],
    [24, 12],
    [24 + 32 * 24 + 1, 52],
    [24 + 32 * 24 + 25, 53],
  ];
  expect(count(samples, [0, 24, 48, 72])).toEqual([2, null, null]);
  expect(count(samples, [0, 48, 900])).toEqual(['~2', '~1']);
  expect(count(samples, [0, 900])).toEqual([43]);
  expect(count(samples, [24, 24 + 32 * 24 + 1])).toEqual([40]);
  // Exactly 32 days are interpolated.
  expect(count([...samples.slice(0, 2), [24 + 32 * 24, 44]], [24, 24 + 16 * 24])).toEqual(['~16']);
});

it('a single sample counts nothing', () => {
  expect(count([[1, 10]], [0, 1, 2])).toEqual([null, null]);
  expect(count([], [0, 1])).toEqual([null]);
});

it.each<[string, Samples, readonly number[], readonly (number | string | null)[]]>([
  // 3.746 follows 0 after three seconds.
  [
    'zero for three seconds',
    [
      [2.75, 3.73],
      [2.83, 3.737],
      [3.488, 0],
      [3.489, 3.746],
      [3.58, 3.75],
    ],
    [0, 24],
    [0.02],
  ],
  [
    'a reset after three months',
    [
      [0, 10.42],
      [2300, 0],
      [2301, 0.4],
    ],
    [2290, 2310],
    ['~0.4'],
  ],
  [
    'a replaced meter',
    [
      [-18, 153],
      [-17, 153.5],
      [6, 20],
      [7, 21],
      [12, 26],
      [31, 30],
      [32, 31],
    ],
    [-24, 0, 24, 48],
    ['~0.5', '~8.526', '~2.474'],
  ],
])('from the field: %s', (_, samples, edges, expected) => {
  expect(count(samples, edges)).toEqual(expected);
});

const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 90 })), {
  minLength: 2,
  maxLength: 60,
});

it('however it is cut, the parts of a rising register add up', () => {
  fc.assert(
    fc.property(steps, fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 20 }), (moves, inner) => {
      let [at, value] = [0, 0];
      const samples = moves.map(([minutes, rise]) => {
        at += minutes;
        value += rise;
        return [at / 60, value] as const;
      });
      const end = at / 60;
      const cuts = [...new Set([0, ...inner.map((minutes) => minutes / 60).filter((one) => one < end), end])];
      const edges = cuts.sort((left, right) => left - right);
      const parts = countBetween(
        read(samples),
        edges.map((hours) => hours * hour),
        hour,
      );
      const sum = parts.reduce((total, { amount }) => total + amount, 0);
      expect(sum).toBeCloseTo(value - (samples[0]?.[1] ?? 0), 6);
    }),
  );
});

it('however a register trembles within a day, it counts how much its highest value exceeds the first', () => {
  const trembling = fc.array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 40 })), {
    minLength: 2,
    maxLength: 90,
  });
  fc.assert(
    fc.property(trembling, (moves) => {
      let top = 10_000;
      const samples = moves.map(([rise, tremble], index) => {
        top += rise;
        return [index / 4, top - tremble] as const;
      });
      const values = samples.map(([, value]) => value);
      expect(read(samples).totals.at(-1)).toBe(Math.max(...values) - (values[0] as number));
    }),
  );
});

it('a dropout of any length changes nothing but what is estimated', () => {
  fc.assert(
    fc.property(steps, fc.nat(), fc.integer({ min: 1, max: 400 }), (moves, seed, lows) => {
      let [at, value] = [0, 1000];
      const samples = moves.map(([minutes, rise]) => {
        at += minutes * 60_000;
        value += rise;
        return { at, value };
      });
      const place = 1 + (seed % (samples.length - 1));
      const [before, after] = [samples[place - 1]?.at ?? 0, samples[place]?.at ?? 0];
      const low = Array.from({ length: lows }, (_, index) => ({
        at: before + ((index + 1) * (after - before)) / (lows + 1),
        value: 0,
      }));
      const readAll = (all: readonly { at: number; value: number }[]) =>
        readRegister({ times: all.map((one) => one.at), values: all.map((one) => one.value) }, 0);
      const clean = readAll(samples);
      const dropped = readAll([...samples.slice(0, place), ...low, ...samples.slice(place)]);
      expect({ ...dropped, falls: [] }).toEqual(clean);
    }),
  );
});
