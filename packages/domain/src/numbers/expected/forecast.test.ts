import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ExpectedFlow, forecastClosing, forecastFull } from './forecast.ts';

const quarter = 900_000;

const whole = fc
  .record({ value: fc.nat(5000), down: fc.nat(900), up: fc.nat(900) })
  .map(({ value, down, up }) => ({ value, lower: Math.max(0, value - down), upper: value + up }));

describe('the count at closing', () => {
  const running = { value: 49_000, expectedSoFar: 47_500, isRunning: true };
  const expected = { value: 66_500, lower: 51_000, upper: 80_000 };

  test('is what is known plus what is still expected', () => {
    const forecast = forecastClosing({ ...running, expected });
    expect(forecast).toMatchObject({ value: 68_000, usual: 66_500 });
    // 19,000 of 66,500 are still expected, so the range has the root of 0.286 of its width.
    expect(Math.round(forecast?.lower ?? 0)).toBe(68_000 - 8285);
    expect(Math.round(forecast?.upper ?? 0)).toBe(68_000 + 7216);
  });

  test('is unknown without a range, in the first open hour and after closing', () => {
    expect(forecastClosing({ ...running, expected: null })).toBeNull();
    expect(forecastClosing({ ...running, expected, isRunning: false })).toBeNull();
  });

  test('is never less than what is known, lies within its range, and the range is no wider than that of the day', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), whole, (value, expectedSoFar, day) => {
        const forecast = forecastClosing({ value, expectedSoFar, expected: day, isRunning: true });
        if (forecast === null) throw new Error('no forecast');
        expect(forecast.lower).toBeGreaterThanOrEqual(value);
        expect(forecast.value).toBeGreaterThanOrEqual(forecast.lower);
        expect(forecast.upper).toBeGreaterThanOrEqual(forecast.value);
        expect(forecast.upper - forecast.lower).toBeLessThanOrEqual(day.upper - day.lower + 1e-9);
      }),
    );
  });

  test('is what is known, as closely as one person, once all of the day has passed', () => {
    fc.assert(
      fc.property(fc.nat(5000), whole, (value, day) => {
        const forecast = forecastClosing({ value, expectedSoFar: day.value, expected: day, isRunning: true });
        expect(forecast?.value).toBe(value);
        const one = (day.upper - day.lower) / Math.sqrt(day.value + 1);
        expect((forecast?.upper ?? 0) - (forecast?.lower ?? 0)).toBeLessThanOrEqual(one + 1e-9);
      }),
    );
  });
});

const flows = (steps: readonly (readonly [number, number])[]): readonly ExpectedFlow[] =>
  steps.map(([cameIn, out], index) => ({ from: index * quarter, to: (index + 1) * quarter, in: cameIn, out }));

describe('when a place is full', () => {
  const filling = { now: 0, inside: 100, limit: 160, closing: 8 * quarter };

  test('follows from who is inside and who is expected', () => {
    // 20 more, then 40 more: full at the end of the second step.
    const coming = flows([
      [30, 10],
      [60, 20],
      [0, 0],
    ]);
    expect(forecastFull({ ...filling, flows: coming })).toBe(2 * quarter);
    // Half of the first step is over, so ten of its twenty are still to come.
    expect(forecastFull({ ...filling, now: quarter / 2, inside: 130, flows: coming })).toBe(1.5 * quarter);
  });

  test.each([
    ['it is full already', { inside: 160 }],
    ['it closes before', { closing: quarter }],
    ['it closes at that moment', { closing: 2 * quarter }],
    ['too few are expected', { limit: 1000 }],
    ['nothing is expected of the next step', { now: 4 * quarter }],
  ])('is unknown when %s', (_, changes) => {
    const coming = flows([
      [30, 10],
      [60, 20],
    ]);
    expect(forecastFull({ ...filling, flows: coming, ...changes })).toBeNull();
  });

  const steps = fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: 1, maxLength: 40 });
  const places = fc.record({
    now: fc.nat(10 * quarter),
    inside: fc.nat(200),
    limit: fc.integer({ min: 1, max: 220 }),
    closing: fc.nat(40 * quarter),
  });

  test('is the first moment at which a count minute by minute reaches the limit', () => {
    fc.assert(
      fc.property(places, steps, (place, drawn) => {
        const full = forecastFull({ ...place, flows: flows(drawn) });
        const minute = 60_000;
        let people = place.inside;
        let reached: number | null = null;
        for (let at = place.now; at < Math.min(place.closing, drawn.length * quarter); at += minute) {
          if (people >= place.limit) break;
          const [cameIn, out] = drawn[Math.floor(at / quarter)] as readonly [number, number];
          const end = Math.min(at + minute, (Math.floor(at / quarter) + 1) * quarter);
          people = Math.max(0, people + ((cameIn - out) * (end - at)) / quarter);
          at -= minute - (end - at);
          if (people >= place.limit - 1e-6) {
            reached = at + minute;
            break;
          }
        }
        if (full === null) {
          if (reached !== null) expect(reached).toBeGreaterThanOrEqual(place.closing - minute);
          return;
        }
        expect(full).toBeGreaterThanOrEqual(place.now);
        expect(full).toBeLessThan(place.closing);
        expect(Math.abs(full - (reached ?? Number.NaN))).toBeLessThanOrEqual(2 * minute);
      }),
    );
  });

  test('is never later for a lower limit, nor for more people inside', () => {
    fc.assert(
      fc.property(places, steps, fc.nat(30), (place, drawn, less) => {
        const full = forecastFull({ ...place, flows: flows(drawn) });
        if (full === null) return;
        const lower = forecastFull({ ...place, limit: place.limit - less, flows: flows(drawn) });
        const fuller = forecastFull({ ...place, inside: place.inside + less, flows: flows(drawn) });
        for (const one of [lower, fuller]) if (one !== null) expect(one).toBeLessThanOrEqual(full);
      }),
    );
  });
});
