import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { listCalendarTicks } from './calendar-ticks.ts';
import { instantToDate, instantToWall } from './local.ts';
import { getWeekday } from './local-date.ts';

const clock = (timezone: string, at: number) => new Date(instantToWall(timezone, at)).toISOString().slice(11, 16);
const label = (timezone: string, from: string, to: string, max?: number) =>
  listCalendarTicks({ from: Date.parse(from), to: Date.parse(to) }, timezone, max).map(({ at, date, kind }) =>
    kind === 'date' ? date.slice(5) : clock(timezone, at),
  );

const zurich = 'Europe/Zurich';
test.each([
  ['an hour', '2026-11-20T09:05Z', '2026-11-20T10:05Z', ['10:15', '10:30', '10:45', '11:00']],
  [
    'an evening',
    '2026-11-20T15:55Z',
    '2026-11-20T20:20Z',
    ['17:00', '17:30', '18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00'],
  ],
  [
    'a day from 05:55',
    '2026-11-20T04:55Z',
    '2026-11-21T04:55Z',
    ['06:00', '09:00', '12:00', '15:00', '18:00', '21:00', '11-21', '03:00'],
  ],
  [
    'three days',
    '2026-11-19T23:00Z',
    '2026-11-22T23:00Z',
    ['11-20', '12:00', '11-21', '12:00', '11-22', '12:00', '11-23'],
  ],
  [
    'a week',
    '2026-11-19T23:00Z',
    '2026-11-26T23:00Z',
    ['11-20', '11-21', '11-22', '11-23', '11-24', '11-25', '11-26', '11-27'],
  ],
  ['four weeks', '2026-10-28T10:00Z', '2026-11-25T10:00Z', ['11-02', '11-09', '11-16', '11-23']],
  ['half a year', '2026-06-10T10:00Z', '2026-12-10T10:00Z', ['07-01', '08-01', '09-01', '10-01', '11-01', '12-01']],
  [
    'two years',
    '2025-01-15T10:00Z',
    '2027-01-15T10:00Z',
    ['04-01', '07-01', '10-01', '01-01', '04-01', '07-01', '10-01', '01-01'],
  ],
  ['twenty years', '2005-06-15T10:00Z', '2025-06-15T10:00Z', Array.from({ length: 7 }, () => '01-01')],
  // At 02:00 the clock is put forward to 03:00.
  [
    'the night without 02:00',
    '2026-03-28T23:00Z',
    '2026-03-29T05:00Z',
    ['03-29', '01:00', '03:00', '04:00', '05:00', '06:00', '07:00'],
  ],
  // At 03:00 the clock is put back to 02:00.
  [
    'the night with two of 02:00',
    '2026-10-24T22:00Z',
    '2026-10-25T05:00Z',
    ['10-25', '01:00', '02:00', '03:00', '04:00', '05:00', '06:00'],
  ],
] as const)('%s is marked by the calendar', (_, from, to, expected) => {
  expect(label(zurich, from, to)).toEqual(expected);
});

it('marks a day that has no midnight at its first moment', () => {
  // In Cairo the clock goes from 24:00 to 01:00.
  const ticks = listCalendarTicks(
    { from: Date.parse('2026-04-21T00:00Z'), to: Date.parse('2026-04-27T00:00Z') },
    'Africa/Cairo',
  );
  expect(ticks.find(({ date }) => date === '2026-04-24')).toMatchObject({ at: Date.parse('2026-04-23T22:00Z') });
});

it('marks as few times as there is room for', () => {
  expect(label(zurich, '2026-11-20T04:55Z', '2026-11-21T04:55Z', 4)).toEqual(['06:00', '12:00', '18:00', '11-21']);
  expect(label(zurich, '2026-11-20T04:55Z', '2026-11-21T04:55Z', 2)).toEqual(['12:00', '11-21']);
});

describe('whatever the span and the time zone', () => {
  const zones = [
    'Europe/Zurich',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Africa/Cairo',
    'Pacific/Apia',
  ];
  const spans = fc.record({
    from: fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') }),
    length: fc.oneof(
      fc.integer({ min: 1, max: 86_400_000 }),
      fc.integer({ min: 86_400_000, max: 40 * 86_400_000 }),
      fc.integer({ min: 40 * 86_400_000, max: 3000 * 86_400_000 }),
    ),
    timezone: fc.constantFrom(...zones),
    max: fc.integer({ min: 2, max: 14 }),
  });

  it('ticks are round, within the span, in order, and at most as many as asked', () => {
    fc.assert(
      fc.property(spans, ({ from, length, timezone, max }) => {
        const ticks = listCalendarTicks({ from, to: from + length }, timezone, max);
        expect(ticks.length).toBeLessThanOrEqual(max);
        const names = ticks.map(({ at, date }) => `${date} ${clock(timezone, at)}`);
        expect(new Set(names).size).toBe(ticks.length);
        for (const [index, { at, date, kind }] of ticks.entries()) {
          expect(at).toBeGreaterThan(ticks[index - 1]?.at ?? from - 1);
          expect(at).toBeLessThanOrEqual(from + length);
          expect(instantToDate(timezone, at)).toBe(date);
          if (kind === 'date') expect(instantToDate(timezone, at - 1) < date).toBe(true);
          else expect(instantToWall(timezone, at) % 300_000).toBe(0);
        }
      }),
    );
  });

  it('ticks have one distance of the calendar', () => {
    fc.assert(
      fc.property(spans, ({ from, length, timezone, max }) => {
        const ticks = listCalendarTicks({ from, to: from + length }, timezone, max);
        const clocks = ticks.filter(({ kind }) => kind === 'clock');
        if (clocks.length > 0 || ticks.length < 2) return;
        const dates = ticks.map(({ date }) => date);
        const isDaily = dates.every((date, index) => index === 0 || daysFrom(dates[index - 1] ?? '', date) === 1);
        const isOne = (of: (date: string) => unknown) => new Set(dates.map(of)).size === 1;
        expect(isDaily || isOne(getWeekday) || isOne((date) => date.slice(8))).toBe(true);
      }),
    );
  });
});

const daysFrom = (one: string, other: string) => (Date.parse(other) - Date.parse(one)) / 86_400_000;
