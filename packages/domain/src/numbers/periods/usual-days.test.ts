import { expect, test } from 'vitest';
import type { LocalDate } from '../../core/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { createUsualDays } from './usual-days.ts';

const week = 7 * 86_400_000;
const shifts = Array.from({ length: 10 }, (_, index) => ({ shift: (index + 1) * week }));
const weekdays = (days: readonly number[], end: number) =>
  days.map((day) => ({ begin: [day, 8, 0], end: [end < 8 ? (day % 7) + 1 : day, end, 0] }));

const site = (spans: readonly object[], closedDates: readonly string[]): OpeningCalendar => ({
  timezone: 'Europe/Zurich',
  changeOfDay: '00:00',
  openingHours: { spans: spans as never, reset: false },
  closedDates: closedDates as never,
});

// Friday the 15th of May.
test.each([
  ['always open', [], [], [0, 1, 2, 3]],
  ['a holiday two weeks ago', [], ['2026-05-01'], [0, 2, 3, 4]],
  ['a holiday today', [], ['2026-05-15'], []],
  ['never open on Fridays', weekdays([1, 2], 18), [], []],
  ['closed the night before, a week ago', weekdays([4, 5], 2), ['2026-05-07'], [1, 2, 3, 4]],
  ['closed the day before, whose evening ends before midnight', weekdays([4, 5], 18), ['2026-05-07'], [0, 1, 2, 3]],
] as const)('%s', (_, spans, closedDates, places) => {
  expect(createUsualDays(site(spans, closedDates), shifts)('2026-05-15' as LocalDate)).toEqual(places);
});

test('no further back than there are shifts', () => {
  const closed = Array.from({ length: 8 }, (_, index) =>
    new Date(Date.parse('2026-05-15') - (index + 1) * week).toISOString().slice(0, 10),
  );
  expect(createUsualDays(site([], closed), shifts)('2026-05-15' as LocalDate)).toEqual([8, 9]);
});
