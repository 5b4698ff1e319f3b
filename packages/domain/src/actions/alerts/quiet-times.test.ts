import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Weekday } from '../../core/index.ts';
import { isQuietTime, isWithinQuietTimes, type QuietTime } from './quiet-times.ts';

const workdays: readonly Weekday[] = [1, 2, 3, 4, 5];
const time = (days: readonly Weekday[], from: string, to: string): QuietTime => ({ days, from, to });
const night = time(workdays, '22:00', '06:00');

describe('a time by the clock of the site', () => {
  // 2 March 2026 is a Monday.
  it.each([
    ['before it begins', 'Europe/Zurich', '2026-03-02T21:59:59+01:00', false],
    ['as it begins', 'Europe/Zurich', '2026-03-02T22:00:00+01:00', true],
    ['past midnight', 'Europe/Zurich', '2026-03-03T05:59:59+01:00', true],
    ['as it ends', 'Europe/Zurich', '2026-03-03T06:00:00+01:00', false],
    ['on the Saturday that Friday night runs into', 'Europe/Zurich', '2026-03-07T03:00:00+01:00', true],
    ['on the night from Saturday', 'Europe/Zurich', '2026-03-07T23:00:00+01:00', false],
    ['in the early Monday, whose night began on Sunday', 'Europe/Zurich', '2026-03-09T03:00:00+01:00', false],
    ['the same moment in a zone of half hours, where it is later', 'Asia/Kolkata', '2026-03-02T18:00:00+01:00', true],
    ['after the clocks went forward', 'Europe/Zurich', '2026-03-30T22:00:00+02:00', true],
    ['after the clocks went back', 'Europe/Zurich', '2026-10-26T22:00:00+01:00', true],
  ] as const)('%s', (_, timezone, at, is) => {
    expect(isWithinQuietTimes([night], timezone, Date.parse(at))).toBe(is);
  });

  it('lasts a day if it ends as it begins', () => {
    const whole = [time([6], '08:00', '08:00')];
    const at = (text: string) => isWithinQuietTimes(whole, 'UTC', Date.parse(text));
    expect(['2026-03-07T07:59Z', '2026-03-07T08:00Z', '2026-03-08T07:59Z', '2026-03-08T08:00Z'].map(at)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it('splits each day with its complement', () => {
    const clock = fc.integer({ min: 0, max: 1439 }).map((at) => new Date(at * 60_000).toISOString().slice(11, 16));
    const all: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
    fc.assert(
      fc.property(clock, clock, fc.nat(7 * 86_400), fc.constantFrom('UTC', 'America/St_Johns'), (from, to, s, zone) => {
        fc.pre(from !== to);
        const at = Date.parse('2026-06-01T00:00Z') + s * 1000;
        expect(isWithinQuietTimes([time(all, from, to)], zone, at)).not.toBe(
          isWithinQuietTimes([time(all, to, from)], zone, at),
        );
      }),
    );
  });
});

test.each([
  [night, true],
  [time([7], '00:00', '24:00'), true],
  [time([], '22:00', '06:00'), false],
  [time([1, 1], '22:00', '06:00'), false],
  [time([8 as Weekday], '22:00', '06:00'), false],
  [time([1], '24:00', '06:00'), false],
  [time([1], '22:00', '6'), false],
] as const)('%o is valid: %s', (given, is) => {
  expect(isQuietTime(given)).toBe(is);
});
