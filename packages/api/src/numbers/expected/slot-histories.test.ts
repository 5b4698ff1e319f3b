import { describe, expect, test } from 'vitest';
import { sumUntil } from './slot-histories.ts';

const gone = Number.NaN;
/** Quarters of the same weekday in five weeks, besides the last. */
const usual = [100, 200, 300, 400];

/** Returns the total of a sixth week's day with these quarters. */
function totalOf(quarters: readonly number[], cut = 1440) {
  const values = new Float64Array(36 * 4).fill(gone);
  for (let week = 0; week < 5; week++) values.set(usual, 28 * week);
  values.set(quarters, 28 * 5);
  const days = { first: '2026-03-02' as never, unusualOf: () => null, ahead: new Map() };
  return sumUntil({ slots: [0, 360, 720, 1080], values }, cut, days).days.at(-1);
}

describe('the total of a past day', () => {
  test('is the sum of its hours', () => {
    expect(totalOf([10, 20, 30, 40])).toEqual({ values: [100], unusual: null });
    expect(totalOf([10, 20, 30, 40], 540)).toEqual({ values: [20], unusual: null });
  });

  test('is filled in by the usual share of hours without data, up to a fifth', () => {
    expect(totalOf([gone, 200, 300, 400])).toEqual({ values: [1000], unusual: null, isFilled: true });
    expect(totalOf([100, gone, 300, 400])).toEqual({ values: [1000], unusual: null, isFilled: true });
    expect(totalOf([100, 200, gone, 400])).toEqual({ values: [null], unusual: null });
  });

  test('is unknown without any data, and where nothing is known of the missing hours', () => {
    expect(totalOf([gone, gone, gone, gone])?.values).toEqual([null]);
    const values = Float64Array.from([gone, 2, 3, 4]);
    const days = { first: '2026-03-02' as never, unusualOf: () => null, ahead: new Map() };
    expect(sumUntil({ slots: [0, 360, 720, 1080], values }, 1440, days).days[0]?.values).toEqual([null]);
  });
});
