import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  addDays,
  dayNumberToDate,
  daysBetween,
  getIsoWeek,
  getWeekday,
  isLocalDate,
  startOfIsoWeek,
  startOfMonth,
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
      expect(getIsoWeek(date)).toEqual({ year: expected.yearOfWeek, week: expected.weekOfYear });
      expect(startOfIsoWeek(date)).toBe(expected.subtract({ days: expected.dayOfWeek - 1 }).toString());
      expect(isLocalDate(date)).toBe(true);
    }),
    { numRuns: 3000 },
  );
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
