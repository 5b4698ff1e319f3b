import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayNumberToDate, getWeekday, type LocalDate, toDayNumber } from '../../core/index.ts';
import { calendarUnits, findCalendarUnit, getCalendarPeriod, getPreviousPeriod } from './calendar-periods.ts';
import { countDays } from './day-range.ts';

test.each([
  ['week', '2026-11-29', '2026-11-23', '2026-11-30'],
  ['week', '2026-11-30', '2026-11-30', '2026-12-07'],
  ['week', '2027-01-01', '2026-12-28', '2027-01-04'],
  ['month', '2026-02-28', '2026-02-01', '2026-03-01'],
  ['month', '2028-02-29', '2028-02-01', '2028-03-01'],
  ['month', '2026-12-31', '2026-12-01', '2027-01-01'],
  ['quarter', '2026-01-01', '2026-01-01', '2026-04-01'],
  ['quarter', '2026-05-31', '2026-04-01', '2026-07-01'],
  ['quarter', '2026-12-31', '2026-10-01', '2027-01-01'],
  ['year', '2026-07-04', '2026-01-01', '2027-01-01'],
] as const)('the %s of %s is from %s to before %s', (unit, date, from, to) => {
  expect(getCalendarPeriod(unit, date, {})).toEqual({ from, to });
});

const first = toDayNumber('2020-01-01');
const dates = fc.integer({ min: first, max: toDayNumber('2035-12-31') }).map(dayNumberToDate);
const units = fc.constantFrom(...calendarUnits.slice(0, 4));

test('periods of 2020 to 2035 contain their dates, follow each other without a gap, and are found again', () => {
  fc.assert(
    fc.property(units, dates, (unit, date: LocalDate) => {
      const period = getCalendarPeriod(unit, date, {});
      expect(period.from <= date && date < period.to).toBe(true);
      expect(getCalendarPeriod(unit, addDays(period.to, -1), {})).toEqual(period);
      const before = getPreviousPeriod(unit, period, {});
      expect(before.to).toBe(period.from);
      expect(findCalendarUnit(period, {})).toBe(unit);
      expect(findCalendarUnit({ from: period.from, to: addDays(period.to, 1) }, {})).toBeNull();
      if (unit === 'week') expect([getWeekday(period.from), countDays(period)]).toEqual([1, 7]);
      else expect(period.from.slice(8)).toBe('01');
    }),
  );
});

test('four quarters and twelve months make each year', () => {
  for (let year = 2020; year <= 2035; year += 1) {
    const { from, to } = getCalendarPeriod('year', `${year}-06-15`, {});
    for (const [unit, count] of [
      ['quarter', 4],
      ['month', 12],
    ] as const) {
      let at = from;
      for (let index = 0; index < count; index += 1) at = getCalendarPeriod(unit, at, {}).to;
      expect(at).toBe(to);
    }
  }
});
