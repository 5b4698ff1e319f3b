import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWall, toDaysSpan, wallToInstant } from '../core/index.ts';
import { findHourSpans, getPresetHours } from '../numbers/index.ts';
import { listOpenSpans, type OpeningCalendar, type OpeningWeek, parseOpeningWeek } from '../sites/index.ts';
import { defaultTimespan } from './filters/timespan.ts';
import { getPeopleProgress, getProgress, isDayFinal } from './progress.ts';

function site(week: OpeningWeek, parts: Partial<OpeningCalendar> = {}): OpeningCalendar {
  const hours = parseOpeningWeek(week);
  if (!hours.ok) throw new Error(hours.error.message);
  return { timezone: 'Europe/Zurich', changeOfDay: '00:00', openingHours: hours.value, closedDates: [], ...parts };
}

const at = (text: string) => wallToInstant('Europe/Zurich', parseWall(text) as number);
const shop = site({ 'mon-sat': ['09:00-12:00', '14:00-18:00'] });
const bar = site({ 'mon-sun': ['18:00-02:00'] }, { changeOfDay: '05:00' });
const always = site({});

test.each([
  [shop, 1, 'all', '2026-06-10 08:00', 'running'],
  [shop, 1, 'all', '2026-06-10 13:00', 'running'],
  [shop, 1, 'all', '2026-06-10 17:59', 'running'],
  [shop, 1, 'all', '2026-06-10 18:00', 'over'],
  [shop, 7, 'all', '2026-06-10 18:00', 'over'],
  // A day without opening hours has no closing, so people count until it ends.
  [shop, 7, 'all', '2026-06-14 18:00', 'running'],
  [shop, 1, 'morning', '2026-06-10 11:59', 'running'],
  [shop, 1, 'morning', '2026-06-10 12:00', 'over'],
  [shop, 1, 'afternoon', '2026-06-10 11:59', 'ahead'],
  [shop, 1, 'afternoon', '2026-06-10 12:00', 'running'],
  [shop, 1, 'afternoon', '2026-06-10 19:00', 'over'],
  [shop, 1, 'opening', '2026-06-10 08:59', 'ahead'],
  [shop, 1, 'opening', '2026-06-10 13:00', 'running'],
  [shop, 7, 'afternoon', '2026-06-10 08:00', 'running'],
  [bar, 1, 'all', '2026-06-11 01:59', 'running'],
  [bar, 1, 'all', '2026-06-11 02:00', 'over'],
  [always, 1, 'all', '2026-06-10 23:59', 'running'],
  [always, 1, 'morning', '2026-06-10 12:00', 'over'],
] as const)('%#: %j, %i days to today, %s: at %s people are %s', (calendar, days, hours, clock, expected) => {
  const now = at(clock);
  const last = clock.slice(0, 10) === '2026-06-11' ? '2026-06-10' : clock.slice(0, 10);
  const first = new Date(Date.parse(last) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const next = new Date(Date.parse(last) + 86_400_000).toISOString().slice(0, 10);
  const whole = toDaysSpan(calendar, first, next);
  const filter = hours === 'all' ? null : getPresetHours(hours, calendar.openingHours);
  const spans =
    filter === null
      ? [whole]
      : filter.openingOnly
        ? listOpenSpans(calendar, whole)
        : findHourSpans(calendar, whole, filter);
  expect(getPeopleProgress(calendar, spans, now)).toBe(expected);
});

test('meters run on after the last closing, and with it nothing else is over', () => {
  const now = at('2026-06-10 19:00');
  const today = toDaysSpan(shop, '2026-06-10', '2026-06-11');
  expect([isDayFinal(shop, now), getProgress([today], now)]).toEqual([true, 'running']);
  expect([isDayFinal(always, now), isDayFinal(shop, at('2026-06-10 13:00'))]).toEqual([false, false]);
  expect(getProgress([], now)).toBe('over');
});

test('whatever is over stays over until its day ends, and nothing opens again in it', () => {
  const weeks = fc.constantFrom<OpeningWeek[]>(
    { 'mon-sat': ['09:00-12:00', '14:00-18:00'] },
    { 'mon-sun': ['18:00-02:00'] },
    { fri: ['18:00-17:00'] },
    {},
  );
  fc.assert(
    fc.property(
      weeks,
      fc.constantFrom('00:00', '05:00'),
      fc.integer({ min: 0, max: 7 * 288 }),
      (week, change, step) => {
        const calendar = site(week, { changeOfDay: change });
        const now = at('2026-06-08 05:00') + step * 300_000;
        const date = new Date(now + 7_200_000 - (change === '05:00' ? 5 : 0) * 3_600_000).toISOString().slice(0, 10);
        const next = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10);
        const day = toDaysSpan(calendar, date, next);
        const progress = getPeopleProgress(calendar, [day], now);
        const open = listOpenSpans(calendar, day);
        const mayOpen = open.some(({ to }) => to > now);
        if (mayOpen || open.length === 0) expect(progress).toBe('running');
        if (progress === 'over') expect(mayOpen).toBe(false);
      },
    ),
  );
});

test.each([
  [shop, '2026-06-10 08:00', 'yesterday'],
  [shop, '2026-06-10 19:00', 'today'],
  [shop, '2026-06-14 12:00', 'yesterday'],
  // Monday before opening: Sunday was closed, Saturday was open.
  [shop, '2026-06-15 08:00', '2026-06-13'],
  [{ ...shop, closedDates: ['2026-06-13', '2026-06-12'] }, '2026-06-15 08:00', '2026-06-11'],
  [{ ...always, closedDates: ['2026-06-14', '2026-06-15'] }, '2026-06-15 08:00', '2026-06-13'],
  // Never open, so there is no better day.
  [site({ sat: ['09:00-12:00'] }, { closedDates: closedSaturdays() }), '2026-06-15 08:00', 'yesterday'],
] as const)('D02 %#: %j at %s starts with %s', (calendar, clock, expected) => {
  const found = defaultTimespan(calendar, at(clock));
  expect(found.kind === 'preset' ? found.preset : found.ranges[0]?.from).toBe(expected);
});

function closedSaturdays(): string[] {
  return Array.from({ length: 20 }, (_, week) =>
    new Date(Date.parse('2026-06-13') - week * 7 * 86_400_000).toISOString().slice(0, 10),
  );
}
