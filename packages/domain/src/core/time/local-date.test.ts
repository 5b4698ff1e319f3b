import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  addDays,
  dayNumberToDate,
  daysBetween,
  getDayOfWeek,
  getWeekday,
  getWeekOfYear,
  isLocalDate,
  listWeekdays,
  startOfMonth,
  startOfWeek,
  toDayNumber,
} from './local-date.ts';

const dayNumber = fc.integer({ min: toDayNumber('0001-01-01'), max: toDayNumber('9998-12-31') });

test('dates agree with Temporal from the year 1 to 9998', () => {
  const epoch = Temporal.PlainDate.from('1970-01-01');
  fc.assert(
    fc.property(dayNumber, (number) => {
      const expected = epoch.add({ days: number });
      const date = dayNumberToDate(number);
      expect(date).toBe(expected.toString());
      expect(toDayNumber(date)).toBe(number);
      expect(getWeekday(date)).toBe(expected.dayOfWeek);
      expect(getWeekOfYear(date)).toEqual({ year: expected.yearOfWeek, week: expected.weekOfYear });
      expect(startOfWeek(date)).toBe(expected.subtract({ days: expected.dayOfWeek - 1 }).toString());
      expect(isLocalDate(date)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test('weeks begin on any weekday; week 1 has most of its days in the new year', () => {
  fc.assert(
    fc.property(dayNumber, fc.constantFrom(...listWeekdays()), (number, firstWeekday) => {
      const date = dayNumberToDate(number);
      const start = startOfWeek(date, firstWeekday);
      expect(getWeekday(start)).toBe(firstWeekday);
      expect(daysBetween(start, date)).toBe(getDayOfWeek(date, firstWeekday));
      expect(listWeekdays(firstWeekday)[getDayOfWeek(date, firstWeekday)]).toBe(getWeekday(date));
      const { year, week } = getWeekOfYear(date, firstWeekday);
      const days = Array.from({ length: 7 }, (_, day) => Number(addDays(start, day).slice(0, 4)));
      expect(days.filter((each) => each === year).length).toBeGreaterThanOrEqual(4);
      const before = getWeekOfYear(addDays(start, -7), firstWeekday);
      expect(before).toEqual(week === 1 ? { year: year - 1, week: before.week } : { year, week: week - 1 });
    }),
  );
  // The week from Sunday 27 December 2026 has five days of 2026; that from Saturday 2 January 2027 is the first of 2027.
  expect(getWeekOfYear('2027-01-01', 7)).toEqual({ year: 2026, week: 52 });
  expect(getWeekOfYear('2027-01-03', 7)).toEqual({ year: 2027, week: 1 });
  expect(getWeekOfYear('2027-01-02', 6)).toEqual({ year: 2027, week: 1 });
});

test('months are counted over years and backwards', () => {
  fc.assert(
    fc.property(dayNumber, fc.integer({ min: -11, max: 40 }), (number, months) => {
      fc.pre(number > 400 + toDayNumber('0001-01-01') && number < toDayNumber('9990-01-01'));
      const expected = Temporal.PlainDate.from(dayNumberToDate(number)).with({ day: 1 }).add({ months });
      expect(startOfMonth(dayNumberToDate(number), months)).toBe(expected.toString());
    }),
  );
});

test('adding and counting days undo each other', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(daysBetween('2026-03-01', '2026-02-01')).toBe(-28);
});

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31', '2026-1-1', '20260101', '2026-01-01T', ''])(
  '%s is no date',
  (text) => expect(isLocalDate(text)).toBe(false),
);
