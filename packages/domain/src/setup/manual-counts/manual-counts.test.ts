import { Random } from '@atrium/testkit/chance';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computePoissonBounds, estimateError } from './count-error.ts';
import { checkTaps, compareCount, findWholeIntervals, type SensorInterval } from './manual-count.ts';

const minute = 60_000;
const begin = Date.parse('2026-03-02T10:00Z');
const at = (minutes: number) => begin + minutes * minute;

test('the bounds of what was seen are those of the tables', () => {
  for (const [seen, least, most] of [
    [0, 0, 3.689],
    [1, 0.0253, 5.572],
    [10, 4.795, 18.39],
    [100, 81.36, 121.63],
    [1000, 938.97, 1063.95],
  ] as const) {
    expect(computePoissonBounds(seen).least).toBeCloseTo(least, least < 100 ? 2 : 0);
    expect(computePoissonBounds(seen).most).toBeCloseTo(most, most < 100 ? 2 : 0);
  }
});

test('an error has a confidence interval, and is null for few people', () => {
  const error = estimateError([
    { hand: 50, sensor: 51 },
    { hand: 50, sensor: 51 },
  ]);
  expect(error?.error).toBe(0.02);
  expect([error?.from, error?.to].map((bound) => Math.round((bound ?? 0) * 1000))).toEqual([-34, 72]);
  expect(estimateError([{ hand: 29, sensor: 29 }])).toBeNull();
  expect(estimateError([{ hand: 30, sensor: 0 }])).toMatchObject({ error: -1, from: -1 });
});

test('what the error is lies in its interval, and more people with the same error narrow it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ hand: fc.integer({ min: 1, max: 120 }), sensor: fc.nat(140) }), {
        minLength: 4,
        maxLength: 12,
      }),
      (cells) => {
        const told = estimateError(cells);
        if (told === null) return;
        expect(told.from).toBeLessThanOrEqual(told.error);
        expect(told.to).toBeGreaterThanOrEqual(told.error);
        const twice = estimateError([...cells, ...cells]);
        expect(twice?.error).toBeCloseTo(told.error, 9);
        expect((twice?.to ?? 0) - (twice?.from ?? 0)).toBeLessThan(told.to - told.from);
      },
    ),
  );
});

test('the interval holds the true error about nineteen times in twenty, also where mistakes cancel out', () => {
  const random = new Random(5);
  const many = (mean: number) => {
    let [count, term] = [0, Math.exp(-mean)];
    for (let left = random.next() - term; left >= 0 && count < 500; left -= term) term *= mean / ++count;
    return count;
  };
  for (const [people, missed, madeUp] of [
    [100, 0.02, 0.02],
    [100, 0.2, 0.02],
    [400, 0.05, 0.05],
    [400, 0.1, 0.1],
  ] as const) {
    const told = Array.from({ length: 400 }, () => {
      const hand = people / 4;
      const sensor = () => Math.max(0, hand - many(missed * hand) + many(madeUp * hand));
      return estimateError(Array.from({ length: 4 }, () => ({ hand, sensor: sensor() })));
    });
    const isHeld = (one: (typeof told)[number]) =>
      one !== null && one.from <= madeUp - missed && madeUp - missed <= one.to;
    expect(told.filter(isHeld).length).toBeGreaterThan(0.92 * told.length);
  }
});

/** One tap per direction every ten seconds. */
const steady = (from: number, to: number) =>
  Array.from({ length: (to - from) * 6 }, (_, index) => at(from) + index * 10_000);
const interval = (minutes: number, along: number | null, against = along): SensorInterval => ({
  from: at(minutes),
  to: at(minutes + 5),
  along,
  against,
});

test('only whole intervals of the sensor are compared, each with the taps in it', () => {
  const taps = { along: steady(2, 13), against: [at(4), at(5), at(9.99), at(10)] };
  const told = [interval(0, 99), interval(5, 31, 2), interval(10, 99)];
  expect(compareCount(taps, { from: at(2), to: at(13) }, told, at(30))).toMatchObject({
    state: 'compared',
    compared: { from: at(5), to: at(10) },
    known: 5 * minute,
    hand: { along: 30, against: 2 },
    sensor: { along: 31, against: 2 },
    error: { error: 1 / 32 },
  });
});

test('what has not come is waited for, for a day; what never came is no zero', () => {
  const taps = { along: steady(0, 10), against: [] };
  const span = { from: at(0), to: at(10) };
  const half = [interval(0, 30, 0), interval(5, null)];
  const state = (told: readonly SensorInterval[], now: number) => compareCount(taps, span, told, now).state;
  expect(state(half, at(11))).toBe('waiting');
  expect(compareCount(taps, span, half, at(24 * 60 + 10))).toMatchObject({
    state: 'compared',
    compared: { from: at(0), to: at(5) },
    hand: { along: 30 },
  });
  expect(state([interval(0, null), interval(5, 4, null)], at(24 * 60 + 10))).toBe('silent');
  expect(compareCount(taps, { from: at(1), to: at(9) }, half, at(30))).toMatchObject({
    state: 'tooShort',
    error: null,
  });
});

test('a count of another day, from the future or with taps outside of it is none', () => {
  const span = { from: at(0), to: at(10) };
  const taps = (...along: number[]) => ({ along, against: [] });
  expect(checkTaps(taps(at(0), at(10)), span, at(10))).toBeNull();
  expect(checkTaps(taps(at(10) + 1), span, at(10))).toBe('taps');
  expect(checkTaps(taps(Number.NaN), span, at(10))).toBe('taps');
  expect(checkTaps(taps(), { from: at(0), to: at(0) }, at(10))).toBe('span');
  expect(checkTaps(taps(), { from: at(0), to: at(121) }, at(200))).toBe('span');
  expect(checkTaps(taps(), span, at(7))).toBe('future');
  expect(checkTaps(taps(), span, at(8 * 24 * 60))).toBe('old');
});

test('who counts sees which minutes will be compared', () => {
  expect(findWholeIntervals({ from: at(2), to: at(13) }, 300)).toEqual({ from: at(5), to: at(10) });
  expect(findWholeIntervals({ from: at(5), to: at(10) }, 300)).toEqual({ from: at(5), to: at(10) });
  expect(findWholeIntervals({ from: at(1), to: at(9.9) }, 300)).toBeNull();
});
