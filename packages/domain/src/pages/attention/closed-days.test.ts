import { expect, test } from 'vitest';
import type { OpeningCalendar } from '../../sites/index.ts';
import { listClosedDays } from './closed-days.ts';

/** Open on Thursdays only; its day changes at 04:00. */
const thursdays: OpeningCalendar = {
  timezone: 'Europe/Zurich',
  changeOfDay: '04:00',
  openingHours: { spans: [{ begin: [4, 9, 0], end: [4, 18, 0] }], reset: false },
  closedDates: [],
};
const closedOn = (id: number, ...closedDates: string[]) => ({ id, calendar: { ...thursdays, closedDates } as never });
/** Thursday, 26 November. */
const thursday = Date.UTC(2026, 10, 26, 12);

test.each([
  ['the next of several', ['2026-12-10', '2026-12-03'], thursday, ['2026-12-03', 7]],
  ['the last of fourteen days', ['2026-12-10'], thursday, ['2026-12-10', 14]],
  ['the day after by the change of day', ['2026-11-26'], Date.UTC(2026, 10, 26, 2), ['2026-11-26', 1]],
  ['not today', ['2026-11-26'], thursday, undefined],
  ['nothing beyond fourteen days', ['2026-12-17'], thursday, undefined],
  ['nothing on a weekday that is always closed', ['2026-12-01'], thursday, undefined],
] as const)('lists %s', (_, dates, now, expected) => {
  const [found] = listClosedDays([closedOn(1, ...dates)], now);
  expect(found && [found.date, found.inDays]).toEqual(expected);
});

test('the nearest comes first, of one day the site with the smaller id', () => {
  const sites = [closedOn(3, '2026-12-10'), closedOn(2, '2026-12-03'), closedOn(1, '2026-12-10')];
  expect(listClosedDays(sites, thursday).map(({ siteId }) => siteId)).toEqual([2, 1, 3]);
});
