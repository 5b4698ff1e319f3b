import { expect, test } from 'vitest';
import { type FiscalYear, parseWall, wallToInstant } from '../../core/index.ts';
import { type OpeningCalendar, type OpeningWeek, parseOpeningWeek } from '../../sites/index.ts';
import { countDays, getLastDay } from './day-range.ts';
import {
  getDefaultPreset,
  getPresetDays,
  getPresetUnit,
  listCalendarPresets,
  rollingPresets,
  type TimespanPreset,
  timespanPresets,
} from './presets.ts';

function site(changeOfDay: string, week: OpeningWeek, parts: Partial<OpeningCalendar> = {}): OpeningCalendar {
  const hours = parseOpeningWeek(week);
  if (!hours.ok) throw new Error(hours.error.message);
  return { timezone: 'Europe/Zurich', changeOfDay, openingHours: hours.value, closedDates: [], ...parts };
}

const at = (text: string, timezone = 'Europe/Zurich') => wallToInstant(timezone, parseWall(text) as number);

test.each([
  ['today', '2026-03-29', '2026-03-29', 1],
  ['yesterday', '2026-03-28', '2026-03-28', 1],
  ['last7', '2026-03-23', '2026-03-29', 7],
  ['last14', '2026-03-16', '2026-03-29', 14],
  ['last30', '2026-02-28', '2026-03-29', 30],
  ['last90', '2025-12-30', '2026-03-29', 90],
  ['thisWeek', '2026-03-23', '2026-03-29', 7],
  ['lastWeek', '2026-03-16', '2026-03-22', 7],
  ['thisMonth', '2026-03-01', '2026-03-29', 29],
  ['lastMonth', '2026-02-01', '2026-02-28', 28],
  ['thisQuarter', '2026-01-01', '2026-03-29', 88],
  ['lastQuarter', '2025-10-01', '2025-12-31', 92],
  ['thisYear', '2026-01-01', '2026-03-29', 88],
  ['lastYear', '2025-01-01', '2025-12-31', 365],
] as [TimespanPreset, string, string, number][])('D02: %s on 2026-03-29 is %s to %s', (preset, first, last, days) => {
  const range = getPresetDays(site('00:00', {}), preset, at('2026-03-29 12:00'));
  expect([range.from, getLastDay(range), countDays(range)]).toEqual([first, last, days]);
});

test.each([
  ['thisWeek', '2026-03-29', '2026-03-29'],
  ['lastWeek', '2026-03-22', '2026-03-28'],
  ['thisFiscalMonth', '2026-03-01', '2026-03-29'],
  ['lastFiscalMonth', '2026-02-01', '2026-02-28'],
  ['thisFiscalQuarter', '2026-02-01', '2026-03-29'],
  ['lastFiscalQuarter', '2025-11-02', '2026-01-31'],
  ['thisFiscalYear', '2026-02-01', '2026-03-29'],
  ['lastFiscalYear', '2025-02-02', '2026-01-31'],
] as [TimespanPreset, string, string][])(
  'a year of weeks from Sunday: %s on 2026-03-29 is %s to %s',
  (preset, first, last) => {
    const retail = { firstWeekday: 7, fiscalYear: { firstMonth: 2, pattern: '4-5-4', start: 'NEAREST' } } as const;
    const range = getPresetDays(site('00:00', {}, retail), preset, at('2026-03-29 12:00'));
    expect([range.from, getLastDay(range)]).toEqual([first, last]);
  },
);

test('D02: presets are offered shortest first, then those of the calendar', () => {
  expect(rollingPresets).toEqual(['today', 'yesterday', 'last7', 'last14', 'last30', 'last90']);
  const byCalendar = ['week', 'month', 'quarter', 'year'];
  const units = (fiscalYear: FiscalYear | null) => [...new Set(listCalendarPresets({ fiscalYear }).map(getPresetUnit))];
  const months = (firstMonth: number): FiscalYear => ({ firstMonth, pattern: null, start: 'NEAREST' });
  expect(listCalendarPresets({}).map(getPresetUnit)).toEqual(byCalendar.flatMap((unit) => [unit, unit]));
  expect(timespanPresets.slice(0, 14)).toEqual([...rollingPresets, ...listCalendarPresets({})]);
  // Those of a fiscal year are offered where they are other days than those of the calendar.
  expect(units(null)).toEqual(byCalendar);
  expect(units(months(1))).toEqual(byCalendar);
  expect(units(months(4))).toEqual([...byCalendar, 'fiscalYear']);
  expect(units(months(2))).toEqual([...byCalendar, 'fiscalQuarter', 'fiscalYear']);
  const retail: FiscalYear = { firstMonth: 2, pattern: '4-5-4', start: 'NEAREST' };
  expect(units(retail)).toEqual([...byCalendar, 'fiscalMonth', 'fiscalQuarter', 'fiscalYear']);
  expect(new Set(listCalendarPresets({ fiscalYear: retail }))).toEqual(
    new Set(timespanPresets.filter((preset) => !rollingPresets.some((rolling) => rolling === preset))),
  );
});

test('D02: today is the site’s, not the reader’s', () => {
  const auckland = site('00:00', {}, { timezone: 'Pacific/Auckland' });
  const honolulu = site('00:00', {}, { timezone: 'Pacific/Honolulu' });
  const now = Date.UTC(2026, 5, 10, 11);
  expect(getPresetDays(auckland, 'today', now).from).toBe('2026-06-10');
  expect(getPresetDays(honolulu, 'today', now).from).toBe('2026-06-10');
  expect(getPresetDays(auckland, 'today', now + 3_600_000).from).toBe('2026-06-11');
  expect(getPresetDays(honolulu, 'today', now - 3_600_000 * 2).from).toBe('2026-06-09');
});

const shopWeek = { 'mon-sat': ['09:00-12:00', '14:00-18:00'] };

test.each([
  ['00:00', shopWeek, '2026-06-10 08:59', 'yesterday'],
  ['00:00', shopWeek, '2026-06-10 09:00', 'today'],
  ['00:00', shopWeek, '2026-06-10 13:00', 'today'],
  ['00:00', shopWeek, '2026-06-10 23:59', 'today'],
  ['00:00', shopWeek, '2026-06-14 12:00', 'yesterday'],
  ['00:00', {}, '2026-06-10 00:00', 'today'],
  // Before the change of day the current day is yesterday, even while the bar is open.
  ['05:00', {}, '2026-06-10 04:59', 'yesterday'],
  ['05:00', {}, '2026-06-10 05:00', 'today'],
  ['05:00', { 'mon-sun': ['18:00-03:00'] }, '2026-06-10 02:00', 'yesterday'],
  // If the day changes at midnight, an evening in progress belongs to today.
  ['00:00', { 'mon-sun': ['18:00-03:00'] }, '2026-06-10 02:00', 'today'],
  ['00:00', { 'mon-sun': ['18:00-03:00'] }, '2026-06-10 04:00', 'yesterday'],
  // A skipped midnight is not a future change of day.
  ['02:30', {}, '2026-03-29 03:00', 'today'],
] as const)('D02: change at %s, hours %j: the default at %s is %s', (changeOfDay, week, now, expected) => {
  expect(getDefaultPreset(site(changeOfDay, week), at(now))).toBe(expected);
});

test('D02: a closed date defaults to yesterday, always-open sites too', () => {
  expect(getDefaultPreset(site('00:00', shopWeek, { closedDates: ['2026-06-10'] }), at('2026-06-10 10:00'))).toBe(
    'yesterday',
  );
  expect(getDefaultPreset(site('00:00', {}, { closedDates: ['2026-06-10'] }), at('2026-06-10 10:00'))).toBe(
    'yesterday',
  );
});
