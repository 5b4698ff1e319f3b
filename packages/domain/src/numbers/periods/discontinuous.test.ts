import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildBuckets, granularity, type SiteCalendar, toDaysSpan } from '../../core/index.ts';
import { discontinuousPeriods, findGroupHours, getMaxGroups, getTimeGroup, getWidestStep } from './discontinuous.ts';

const zurich = { timezone: 'Europe/Zurich', changeOfDay: '00:00' };
const at = (text: string) => Date.parse(text);
const label = (calendar: typeof zurich, period: (typeof discontinuousPeriods)[number], text: string) =>
  getTimeGroup(calendar, period, at(text)).label;

describe('a time belongs to', () => {
  test('the weekday, week and month of the day it lies in, which a bar ends at five', () => {
    const bar = { ...zurich, changeOfDay: '05:00' };
    // The night from Sunday to Monday, the first of June.
    const night = '2026-06-01T02:30:00+02:00';
    expect(discontinuousPeriods.map((period) => label(bar, period, night))).toEqual([
      'SUNDAY',
      '22',
      'WEEKEND',
      'MAY',
      '2',
    ]);
    expect(discontinuousPeriods.map((period) => label(zurich, period, night))).toEqual([
      'MONDAY',
      '23',
      'WEEKDAY',
      'JUNE',
      '2',
    ]);
  });

  test('a week that begins on the calendar’s first weekday, which also orders the weekdays', () => {
    const sundays = { ...zurich, firstWeekday: 7 } as const;
    const [sunday, saturday] = ['2026-05-31T12:00:00+02:00', '2026-06-06T12:00:00+02:00'];
    const order = (calendar: SiteCalendar, text: string) => getTimeGroup(calendar, 'WEEKDAY', at(text)).order;
    expect([sunday, saturday].map((text) => order(zurich, text))).toEqual([7, 6]);
    expect([sunday, saturday].map((text) => order(sundays, text))).toEqual([1, 7]);
    expect([sunday, saturday].map((text) => label(zurich, 'WEEKLY', text))).toEqual(['22', '23']);
    expect([sunday, saturday].map((text) => label(sundays, 'WEEKLY', text))).toEqual(['22', '22']);
  });

  test('the hour that the clock on the wall shows: the one it shows twice is one', () => {
    const times = ['2026-10-25T02:10:00+02:00', '2026-10-25T02:10:00+01:00'];
    expect(times.map((text) => label(zurich, 'HOURLY', text))).toEqual(['2', '2']);
    expect(label({ timezone: 'Asia/Kolkata', changeOfDay: '00:00' }, 'HOURLY', '2026-01-01T18:45:00Z')).toBe('0');
  });
});

describe('the hours of groups', () => {
  const monday = { period: 'WEEKDAY', label: 'MONDAY' } as const;
  const hour = (label: string) => ({ period: 'HOURLY', label }) as const;
  const texts = (spans: readonly { from: number; to: number }[]) =>
    spans.map(({ from, to }) => `${new Date(from).toISOString()}/${new Date(to).toISOString()}`);

  test('are one of each week', () => {
    const weeks = toDaysSpan(zurich, '2026-03-18', '2026-04-08');
    expect(texts(findGroupHours(zurich, [weeks], [monday, hour('9')]))).toEqual([
      '2026-03-23T08:00:00.000Z/2026-03-23T09:00:00.000Z',
      '2026-03-30T07:00:00.000Z/2026-03-30T08:00:00.000Z',
      '2026-04-06T07:00:00.000Z/2026-04-06T08:00:00.000Z',
    ]);
  });

  test('are two on the day on which the clock shows them twice, and none where it skips them', () => {
    const of = (date: string, to: string) => texts(findGroupHours(zurich, [toDaysSpan(zurich, date, to)], [hour('2')]));
    expect(of('2026-10-25', '2026-10-26')).toEqual(['2026-10-25T00:00:00.000Z/2026-10-25T02:00:00.000Z']);
    expect(of('2026-03-29', '2026-03-30')).toEqual([]);
  });

  test('cover all time exactly once, whenever the day changes', () => {
    const calendars = fc.record({
      timezone: fc.constantFrom('Europe/Zurich', 'Australia/Lord_Howe', 'America/Havana', 'Asia/Kathmandu'),
      changeOfDay: fc.constantFrom('00:00', '02:30', '05:00'),
    });
    fc.assert(
      fc.property(
        calendars,
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 1, max: 9 }),
        (calendar, day, days) => {
          const date = (number: number) => new Date(Date.UTC(2020, 0, 1 + number)).toISOString().slice(0, 10);
          const span = toDaysSpan(calendar, date(day), date(day + days));
          const { edges } = buildBuckets(calendar, span, granularity.hour);
          const groups = new Set(
            edges
              .slice(0, -1)
              .map((edge) =>
                [getTimeGroup(calendar, 'WEEKDAY', edge).label, getTimeGroup(calendar, 'HOURLY', edge).label].join(),
              ),
          );
          const all = [...groups].flatMap((group) => {
            const [weekday = '', clock = ''] = group.split(',');
            return findGroupHours(calendar, [span], [{ period: 'WEEKDAY', label: weekday }, hour(clock)]);
          });
          const sorted = all.toSorted((one, other) => one.from - other.from);
          expect([sorted[0]?.from, sorted.at(-1)?.to]).toEqual([span.from, span.to]);
          for (const [index, one] of sorted.slice(1).entries()) expect(one.from).toBe(sorted[index]?.to);
        },
      ),
      { numRuns: 20 },
    );
  });
});

test('the widest step of a period lies within one group, and the number of groups is limited as stated', () => {
  for (const changeOfDay of ['00:00', '02:30']) {
    const calendar = { ...zurich, changeOfDay };
    const year = toDaysSpan(calendar, '2026-01-01', '2028-01-01');
    for (const period of discontinuousPeriods) {
      const fine = buildBuckets(calendar, year, granularity.hour).edges.slice(0, -1);
      const wide = buildBuckets(calendar, year, getWidestStep(period)).edges;
      let step = 0;
      const labels = fine.map((edge) => {
        while ((wide[step + 1] ?? Number.POSITIVE_INFINITY) <= edge) step++;
        return [getTimeGroup(calendar, period, edge).label, getTimeGroup(calendar, period, wide[step] as number).label];
      });
      expect(labels.filter(([own, of]) => own !== of)).toEqual([]);
      expect(new Set(labels.map(([own]) => own)).size).toBe(getMaxGroups(period));
    }
  }
});
