import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type LocalDate } from '../../core/index.ts';
import { findMetric, type Metric } from '../metrics/index.ts';
import {
  computeSurprise,
  conformalQuantile,
  type ExpectedMethod,
  type ExpectedSlot,
  ExpectedValues,
  expectedReach,
  getExpectedMethod,
  type HistoryDay,
  type UnusualDay,
} from './index.ts';

const monday = '2026-01-05' as LocalDate;
const methodOf = (metric: string) => getExpectedMethod(findMetric(metric) as Metric) as ExpectedMethod;
const day = (value: number | null, unusual: UnusualDay | null = null): HistoryDay => ({ values: [value], unusual });
const daily = (days: readonly HistoryDay[], metric = 'affluenceIn') =>
  new ExpectedValues({ first: monday, days, slots: [0] }, methodOf(metric));
const on = (values: ExpectedValues, place: number) => values.at(addDays(monday, place))[0] as ExpectedSlot;

describe('the expected value', () => {
  test('is the median of past weekdays, each scaled to the level of the last seven days', () => {
    // Mondays 10, 20, 30, …; all other days 100, until the last week brings half of everything.
    const days = Array.from({ length: 70 }, (_, place) => {
      const value = place % 7 === 0 ? 10 * (place / 7 + 1) : 100;
      return day(place >= 63 ? value / 2 : value);
    });
    const samples = daily(days).samples(addDays(monday, 70), 0);
    // The week before the Monday of week 9 (50 and six times 50) beside those before the samples.
    const now = 50 + 6 * 50;
    const expected = [9, 8, 7, 6, 5, 4, 3, 2].map((week) => {
      const value = week === 9 ? 50 : 10 * (week + 1);
      return { day: 7 * week, value, factor: now / (10 * week + 600) };
    });
    expect(samples).toEqual(expected.map((one) => ({ ...one, factor: expect.closeTo(one.factor, 12) })));
    const scaled = expected.map(({ value, factor }) => value * factor).sort((left, right) => left - right);
    expect(on(daily(days), 70).expected).toBeCloseTo(((scaled[3] as number) + (scaled[4] as number)) / 2, 9);
  });

  test.each([
    [34, null, 'history'],
    [35, 100, 'history'],
    [54, 100, 'history'],
    [55, 100, null],
  ])('after %i days is %s, and its range is missing because of %s', (length, expected, reason) => {
    const found = on(daily(Array.from({ length }, () => day(100))), length);
    expect([found.expected, found.reason]).toEqual([expected, reason]);
    expect(found.lower).toBe(reason === null ? 100 : null);
  });

  test.each([
    ['rises at most to two and a half times', 1000, 250],
    ['falls at most to two fifths', 1, 40],
  ])('%s of a sample', (_, last, expected) => {
    const days = Array.from({ length: 56 }, (__, place) => day(place >= 49 ? last : 100));
    const samples = daily(days).samples(addDays(monday, 56), 0);
    expect((samples[1]?.factor as number) * (samples[1]?.value as number)).toBe(expected);
  });

  test('uses levels as they are', () => {
    const days = Array.from({ length: 70 }, (_, place) => day(place >= 63 ? 10 : 100));
    expect(on(daily(days, 'inside'), 70).expected).toBe(100);
    expect(on(daily(days, 'captureRate'), 70).expected).toBe(100);
  });

  test('of a temperature is that of the last ten working days, or days off', () => {
    // Working days rise by 1 a day, Saturdays and Sundays are cold.
    const days = Array.from({ length: 70 }, (_, place) => day(place % 7 >= 5 ? -5 : place));
    const temperature = daily(days, 'temperature');
    // Ten working days before day 70: 56–60 and 63–67.
    expect(on(temperature, 70).expected).toBe(61.5);
    expect(on(temperature, 75).expected).toBe(-5);
    const holiday = daily([...days.slice(0, 68), day(-20, 'holiday'), day(-5)], 'temperature');
    expect(on(holiday, 68).expected).toBe(-5);
  });

  test('leaves out unusual days, in samples and in levels', () => {
    const usual = Array.from({ length: 70 }, () => day(100));
    const unusual = usual.map((one, place) =>
      place === 63 ? day(9000, 'holiday') : place === 56 ? day(0, 'event') : place === 66 ? day(5, 'closed') : one,
    );
    const { warranty, ...found } = on(daily(unusual), 70);
    expect(on(daily(usual), 70)).toMatchObject(found);
    // Three of the fifteen days that had a range are not judged.
    expect(warranty).toEqual({ held: 12, of: 12 });
    expect(daily(unusual).samples(addDays(monday, 70), 0)).toHaveLength(6);
  });

  test.each(['holiday', 'event', 'closed'] as const)('does not exist on a day left out for this: %s', (reason) => {
    const days = Array.from({ length: 70 }, () => day(100));
    const none = { expected: null, lower: null, upper: null, warranty: null, reason };
    expect(on(daily([...days, day(100, reason)]), 70)).toEqual(none);
    const ahead = new Map([[addDays(monday, 72), reason]]);
    expect(
      new ExpectedValues({ first: monday, days, slots: [0], ahead }, methodOf('affluenceIn')).at(addDays(monday, 72)),
    ).toEqual([none]);
  });

  test('does not exist where fewer than four weeks are known', () => {
    const days = Array.from({ length: 70 }, (_, place) => day(place % 7 === 0 && place > 20 ? null : 100));
    expect(on(daily(days), 70)).toMatchObject({ expected: null, reason: 'gaps' });
    expect(on(daily(days), 71).expected).toBe(100);
  });

  test('compares levels over the hours that both weeks know', () => {
    // Since a week, the second half of each day is missing; it had been ten times the first.
    const days = Array.from(
      { length: 70 },
      (_, place): HistoryDay => ({
        values: [20, place >= 63 ? null : 200],
        unusual: null,
      }),
    );
    const values = new ExpectedValues({ first: monday, days, slots: [0, 720] }, methodOf('affluenceIn'));
    expect(values.at(addDays(monday, 70)).map(({ expected }) => expected)).toEqual([20, 200]);
  });

  test('of days further ahead uses the last weeks there are', () => {
    const days = Array.from({ length: 70 }, (_, place) => day(place % 7 === 0 ? 50 : 100));
    const values = daily(days);
    expect(on(values, 77)).toEqual(on(values, 70));
    expect(on(values, 77).expected).toBe(50);
  });
});

describe('the range', () => {
  test('is the conformal quantile of the last 28 days, in roots of the expected value', () => {
    // Values deviate from 99 by 1 to 28, in turns up and down, the median of their weekdays stays 99.
    const days = Array.from({ length: 91 }, () => day(99));
    const lifted = days.map((one, place) => (place >= 63 && place % 7 === 3 ? day(99 + 10 * ((place - 59) / 7)) : one));
    const found = on(daily(lifted, 'inside'), 91);
    // Four of 28 deviations are 10, 20, 30 and 40; the 27th of them is 30.
    expect(found).toMatchObject({ expected: 99, lower: 69, upper: 129, reason: null });
    expect(found.warranty).toEqual({ held: 24, of: 28 });
  });

  test('of counts grows with the root of the expected value, and does not fall below 0', () => {
    const days = Array.from(
      { length: 98 },
      (_, place): HistoryDay => ({
        values: [place % 2 === 0 ? 0 : 6, 99],
        unusual: null,
      }),
    );
    const [few] = new ExpectedValues({ first: monday, days, slots: [0, 60] }, methodOf('affluenceIn')).at(
      addDays(monday, 98),
    ) as [ExpectedSlot];
    expect(few.lower).toBe(0);
    expect(few.upper).toBeGreaterThan(6);
  });

  test('has blocks of three hours of its own', () => {
    // Nights are exact, noons vary.
    const days = Array.from(
      { length: 98 },
      (_, place): HistoryDay => ({
        values: [10, 10, place % 3 === 0 ? 80 : 120, place % 3 === 0 ? 80 : 120],
        unusual: null,
      }),
    );
    const slots = new ExpectedValues({ first: monday, days, slots: [0, 120, 720, 840] }, methodOf('inside')).at(
      addDays(monday, 98),
    );
    const widths = slots.map(({ lower, upper }) => (upper as number) - (lower as number));
    expect(widths).toEqual([0, 0, 80, 80]);
  });

  test('counts no hours that are always closed', () => {
    const days = Array.from(
      { length: 98 },
      (_, place): HistoryDay => ({
        values: [0, 0, 90 + (place % 5) * 5],
        unusual: null,
      }),
    );
    const slots = new ExpectedValues({ first: monday, days, slots: [0, 60, 120] }, methodOf('affluenceIn')).at(
      addDays(monday, 98),
    );
    expect(slots[2]?.warranty?.of).toBe(28);
    expect(slots[0]).toMatchObject({ expected: 0, lower: 0 });
  });
});

const numbers = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 200 });

test('a larger share has no smaller conformal quantile', () => {
  fc.assert(
    fc.property(
      numbers,
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      fc.double({ min: 0.01, max: 0.99, noNaN: true }),
      (values, one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)].map((share) =>
          conformalQuantile(values, share),
        );
        if (low != null && high != null) expect(high).toBeGreaterThanOrEqual(low);
        if (low == null) expect(high).toBeNull();
      },
    ),
  );
});

test.each([
  [0, null],
  [8, null],
  [9, 9],
  [10, 10],
  [19, 18],
  [29, 27],
])('of %i deviations, nine tenths do not exceed the one at place %s', (count, place) => {
  expect(
    conformalQuantile(
      Array.from({ length: count }, (_, index) => index + 1),
      0.9,
    ),
  ).toBe(place);
});

const unusual = fc.option(fc.constantFrom<UnusualDay[]>('holiday', 'event', 'closed'), { nil: null, freq: 12 });
const world = fc.record({
  metric: fc.constantFrom(
    'affluenceIn',
    'turnover',
    'inside',
    'co2',
    'temperature',
    'electricityConsumption',
    'captureRate',
  ),
  days: fc.array(
    fc.record({
      values: fc.array(fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5000 })), { freq: 10 }), {
        minLength: 3,
        maxLength: 3,
      }),
      unusual,
    }),
    { minLength: 30, maxLength: expectedReach + 10 },
  ),
  ahead: fc.integer({ min: 0, max: 9 }),
});

function slotsOf(days: readonly HistoryDay[], metric: string, place: number) {
  return new ExpectedValues({ first: monday, days, slots: [540, 720, 900] }, methodOf(metric)).at(
    addDays(monday, place),
  );
}

test('every slot has a range around a finite value, or a reason', () => {
  fc.assert(
    fc.property(world, ({ metric, days, ahead }) => {
      for (const { expected, lower, upper, warranty, reason } of slotsOf(days, metric, days.length - 1 + ahead)) {
        expect(reason === null).toBe(lower !== null);
        expect(lower === null).toBe(upper === null);
        expect(lower === null).toBe(warranty === null);
        for (const one of [expected, lower, upper]) if (one !== null) expect(one).toSatisfy(Number.isFinite);
        if (lower !== null) {
          expect(lower).toBeLessThanOrEqual(expected as number);
          expect(upper).toBeGreaterThanOrEqual(expected as number);
          expect(warranty?.held).toBeLessThanOrEqual(warranty?.of as number);
        }
      }
    }),
  );
});

test('nothing is expected of what was never known', () => {
  fc.assert(
    fc.property(world, ({ metric, days, ahead }) => {
      const blank = days.map((one) => ({ ...one, values: [null, ...one.values.slice(1)] }));
      expect(slotsOf(blank, metric, days.length + ahead)[0]?.expected).toBeNull();
    }),
  );
});

test('the value of a day does not change what was expected of it', () => {
  fc.assert(
    fc.property(world, fc.integer({ min: 0, max: 9999 }), ({ metric, days }, other) => {
      const place = days.length - 1;
      const changed = days.map((one, index) => (index === place ? { ...one, values: [other, null, 2 * other] } : one));
      expect(slotsOf(changed, metric, place)).toEqual(slotsOf(days, metric, place));
    }),
  );
});

test('in other units, expected values are the same in those units, and so are ranges', () => {
  fc.assert(
    fc.property(world, fc.constantFrom(0.01, 0.5, 3, 1000), ({ metric, days }, unit) => {
      const scaled = days.map((one) => ({ ...one, values: one.values.map((value) => value && value * unit) }));
      const before = slotsOf(days, metric, days.length);
      for (const [slot, after] of slotsOf(scaled, metric, days.length).entries()) {
        const one = before[slot] as ExpectedSlot;
        const near = (value: number | null) => (value === null ? null : expect.closeTo(value * unit, 3));
        expect(after.expected).toEqual(near(one.expected));
        // People are counted one by one: their range is no matter of units.
        if (metric === 'affluenceIn') continue;
        expect([after.lower, after.upper]).toEqual([near(one.lower), near(one.upper)]);
      }
    }),
  );
});

test('surprise is 1 at the edge, and a range that ends at 0 does not make an empty hour surprising', () => {
  const range = { expected: 100, lower: 80, upper: 120 };
  expect([80, 100, 110, 120, 130].map((value) => computeSurprise(value, range))).toEqual([1, 0, 0.5, 1, 1.5]);
  // Each side has a width of its own.
  expect(computeSurprise(0, { expected: 3, lower: 0, upper: 9 })).toBe(1);
  expect(computeSurprise(6, { expected: 3, lower: 0, upper: 9 })).toBe(0.5);
  expect(computeSurprise(5, { expected: 5, lower: 5, upper: 5 })).toBe(0);
  expect(computeSurprise(6, { expected: 5, lower: 5, upper: 5 })).toBe(Number.POSITIVE_INFINITY);
  expect(computeSurprise(6, { expected: 5, lower: null, upper: null })).toBeNull();
});

test.each([
  ['affluenceIn', { isScaled: true, spread: 'counts', isSum: true }],
  ['uniqueVisitors', { isScaled: true, spread: 'counts', isSum: false }],
  ['turnover', { isScaled: true, spread: 'money' }],
  ['electricityConsumption', { isScaled: true, spread: 'relative', samples: 'weekdays' }],
  ['heatConsumption', { isScaled: false, spread: 'relative', samples: 'sameKind' }],
  ['humidity', { isScaled: false, samples: 'sameKind', isPositive: true }],
  ['temperature', { samples: 'sameKind', isPositive: false }],
  ['inside', { isScaled: false, spread: 'absolute', samples: 'weekdays' }],
  ['waitingTime', { isScaled: false, spread: 'absolute' }],
])('the method of %s', (metric, method) => {
  expect(methodOf(metric)).toMatchObject(method);
});

test.each(['co2Score', 'deviceStatus', 'limit'])('%s has no expected value', (metric) => {
  expect(getExpectedMethod(findMetric(metric) as Metric)).toBeNull();
});
