import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type FiscalYear, fiscalUnits, getFiscalPeriod, getFiscalWeek, getYearShift } from './fiscal-year.ts';
import { addDays, daysBetween, getWeekday, type Weekday } from './local-date.ts';

/** First days of the years of weeks that begin in 2020 to 2035, and those with 53 weeks. Listed by another program. */
const tables: readonly {
  readonly name: string;
  readonly firstWeekday: Weekday;
  readonly fiscalYear: FiscalYear;
  readonly starts: string;
  readonly long: readonly string[];
}[] = [
  {
    name: 'the Sunday nearest to 1 February (National Retail Federation)',
    firstWeekday: 7,
    fiscalYear: { firstMonth: 2, pattern: '4-5-4', start: 'NEAREST' },
    starts: '02-02 01-31 01-30 01-29 02-04 02-02 02-01 01-31 01-30 02-04 02-03 02-02 02-01 01-30 01-29 02-04',
    long: ['2023', '2028', '2034'],
  },
  {
    name: 'the day after the last Saturday of January',
    firstWeekday: 7,
    fiscalYear: { firstMonth: 2, pattern: '4-4-5', start: 'LAST' },
    starts: '01-26 01-31 01-30 01-29 01-28 01-26 02-01 01-31 01-30 01-28 01-27 01-26 02-01 01-30 01-29 01-28',
    long: ['2020', '2025', '2031'],
  },
  {
    name: 'the day after the last Sunday of September',
    firstWeekday: 1,
    fiscalYear: { firstMonth: 10, pattern: '5-4-4', start: 'LAST' },
    starts: '09-28 09-27 09-26 09-25 09-30 09-29 09-28 09-27 09-25 10-01 09-30 09-29 09-27 09-26 09-25 10-01',
    long: ['2023', '2028', '2034'],
  },
  {
    name: 'the Saturday nearest to 1 April',
    firstWeekday: 6,
    fiscalYear: { firstMonth: 4, pattern: '4-4-5', start: 'NEAREST' },
    starts: '04-04 04-03 04-02 04-01 03-30 03-29 04-04 04-03 04-01 03-31 03-30 03-29 04-03 04-02 04-01 03-31',
    long: ['2025', '2031'],
  },
];

describe.each(tables)('a year from $name', ({ firstWeekday, fiscalYear, starts, long }) => {
  const calendar = { firstWeekday, fiscalYear };
  const years = starts.split(' ').map((start, index) => `${2020 + index}-${start}`);

  test('begins on the listed days and has 52 or 53 weeks', () => {
    for (const [index, start] of years.entries()) {
      const year = getFiscalPeriod('fiscalYear', start, calendar);
      expect(year.from).toBe(start);
      expect(getFiscalPeriod('fiscalYear', addDays(start, -1), calendar).to).toBe(start);
      const weeks = long.includes(start.slice(0, 4)) ? 53 : 52;
      expect([start, daysBetween(year.from, year.to)]).toEqual([start, 7 * weeks]);
      expect(getFiscalWeek(addDays(year.to, -1), calendar)).toBe(weeks);
      if (index > 0) expect(getYearShift(start, calendar)).toBe(daysBetween(years[index - 1] as string, start));
    }
  });

  test('has months of the pattern, and the 53rd week in the last one', () => {
    const pattern = (fiscalYear.pattern as string).split('-').map(Number);
    for (const start of years) {
      let at = start;
      for (let month = 0; month < 12; month++) {
        const extra = month === 11 && long.includes(start.slice(0, 4)) ? 1 : 0;
        const { from, to } = getFiscalPeriod('fiscalMonth', addDays(at, 9), calendar);
        expect([from, daysBetween(from, to) / 7]).toEqual([at, (pattern[month % 3] as number) + extra]);
        if (month % 3 === 0)
          expect(getFiscalPeriod('fiscalQuarter', at, calendar)).toEqual({
            from: at,
            to: addDays(at, 7 * (13 + (month === 9 && long.includes(start.slice(0, 4)) ? 1 : 0))),
          });
        at = to;
      }
      expect(at).toBe(getFiscalPeriod('fiscalYear', start, calendar).to);
    }
  });
});

test('weeks of a year from the Monday nearest to 1 January are those of ISO 8601, 2020 to 2035', () => {
  const iso = { fiscalYear: { firstMonth: 1, pattern: '4-4-5', start: 'NEAREST' } } as const;
  for (let date = '2020-01-01'; date < '2036-01-01'; date = addDays(date, 1))
    expect([date, getFiscalWeek(date, iso)]).toEqual([date, Temporal.PlainDate.from(date).weekOfYear]);
});

test('a year of calendar months begins with its month, and its quarters follow', () => {
  for (let firstMonth = 1; firstMonth <= 12; firstMonth++)
    for (let date = Temporal.PlainDate.from('2020-01-01'); date.year < 2036; date = date.add({ days: 5 })) {
      const calendar = { fiscalYear: { firstMonth, pattern: null, start: 'NEAREST' } } as const;
      const month = date.with({ day: 1 });
      const passed = (date.month - firstMonth + 12) % 12;
      const expected = {
        fiscalMonth: [month, 1],
        fiscalQuarter: [month.subtract({ months: passed % 3 }), 3],
        fiscalYear: [month.subtract({ months: passed }), 12],
      } as const;
      for (const unit of fiscalUnits) {
        const [from, months] = expected[unit];
        const to = from.add({ months });
        expect(getFiscalPeriod(unit, date.toString(), calendar)).toEqual({ from: from.toString(), to: to.toString() });
      }
      expect([getFiscalWeek(date.toString(), calendar), getYearShift(date.toString(), calendar)]).toEqual([null, 364]);
    }
});

test('without a fiscal year, its periods are those of the calendar year', () => {
  expect(fiscalUnits.map((unit) => getFiscalPeriod(unit, '2026-05-31', {}))).toEqual([
    { from: '2026-05-01', to: '2026-06-01' },
    { from: '2026-04-01', to: '2026-07-01' },
    { from: '2026-01-01', to: '2027-01-01' },
  ]);
  expect([getFiscalWeek('2026-05-31', {}), getYearShift('2026-05-31', {})]).toEqual([null, 364]);
});

test('every first weekday and month has years of whole weeks that begin on it, at most six days from the month', () => {
  for (const start of ['NEAREST', 'LAST'] as const)
    for (const firstWeekday of [1, 2, 3, 4, 5, 6, 7] as const)
      for (let firstMonth = 1; firstMonth <= 12; firstMonth++)
        for (let year = 2020; year <= 2035; year++) {
          const calendar = { firstWeekday, fiscalYear: { firstMonth, pattern: '4-4-5', start } } as const;
          const first = `${year}-${String(firstMonth).padStart(2, '0')}-01`;
          const { from, to } = getFiscalPeriod('fiscalYear', addDays(first, 20), calendar);
          const early = daysBetween(from, first);
          expect([getWeekday(from), [364, 371].includes(daysBetween(from, to))]).toEqual([firstWeekday, true]);
          expect(start === 'NEAREST' ? Math.abs(early) <= 3 : early >= 0 && early <= 6).toBe(true);
        }
});
