import { addDays, type Instant, instantToDate, type SiteCalendar, toSiteDay } from '../../core/index.ts';
import { getOpenState, type OpeningCalendar } from '../../sites/index.ts';
import {
  type CalendarUnit,
  getCalendarPeriod,
  getPreviousPeriod,
  listFiscalUnits,
  type YearCalendar,
} from './calendar-periods.ts';
import { type DayRange, toDayRange } from './day-range.ts';

/** Distance of a preset's first and last day from today: "last 7 days" is 6 days back to today. */
const reach = {
  today: [0, 0],
  yesterday: [1, 1],
  last7: [6, 0],
  last14: [13, 0],
  last30: [29, 0],
  last90: [89, 0],
} as const satisfies Record<string, readonly [first: number, last: number]>;

/** Presets by the calendar: the period that today is in, up to today, or the whole one before. */
const periods = {
  thisWeek: ['week', 'this'],
  lastWeek: ['week', 'last'],
  thisMonth: ['month', 'this'],
  lastMonth: ['month', 'last'],
  thisQuarter: ['quarter', 'this'],
  lastQuarter: ['quarter', 'last'],
  thisYear: ['year', 'this'],
  lastYear: ['year', 'last'],
  thisFiscalMonth: ['fiscalMonth', 'this'],
  lastFiscalMonth: ['fiscalMonth', 'last'],
  thisFiscalQuarter: ['fiscalQuarter', 'this'],
  lastFiscalQuarter: ['fiscalQuarter', 'last'],
  thisFiscalYear: ['fiscalYear', 'this'],
  lastFiscalYear: ['fiscalYear', 'last'],
} as const satisfies Record<string, readonly [unit: CalendarUnit, which: 'this' | 'last']>;

type RollingPreset = keyof typeof reach;
type CalendarPreset = keyof typeof periods;
export type TimespanPreset = RollingPreset | CalendarPreset;

/** In the order in which they are offered. */
export const rollingPresets = Object.keys(reach) as readonly RollingPreset[];
const calendarPresets = Object.keys(periods) as readonly CalendarPreset[];
export const timespanPresets: readonly TimespanPreset[] = [...rollingPresets, ...calendarPresets];

/** Returns the presets by the calendar. Those of the fiscal year only where they differ from the calendar's. */
export function listCalendarPresets(calendar: YearCalendar): readonly TimespanPreset[] {
  const units: readonly CalendarUnit[] = ['week', 'month', 'quarter', 'year', ...listFiscalUnits(calendar)];
  return calendarPresets.filter((preset) => units.includes(periods[preset][0]));
}

const isCalendarPreset = (preset: string): preset is CalendarPreset => Object.hasOwn(periods, preset);

export function isTimespanPreset(text: string): text is TimespanPreset {
  return Object.hasOwn(reach, text) || isCalendarPreset(text);
}

/** Returns the unit of a preset by the calendar; null for a rolling one. */
export const getPresetUnit = (preset: TimespanPreset): CalendarUnit | null =>
  isCalendarPreset(preset) ? periods[preset][0] : null;

/**
 * Returns the days of a preset at a site now. "Today" is the local date. Between midnight and a later change of day it
 * has not begun yet, and "yesterday" is the current day (see `getDefaultPreset`).
 */
export function getPresetDays(calendar: SiteCalendar, preset: TimespanPreset, now: Instant): DayRange {
  const today = instantToDate(calendar.timezone, now);
  if (isCalendarPreset(preset)) {
    const [unit, which] = periods[preset];
    const current = getCalendarPeriod(unit, today, calendar);
    return which === 'last' ? getPreviousPeriod(unit, current, calendar) : toDayRange(current.from, today);
  }
  const [first, last] = reach[preset];
  return toDayRange(addDays(today, -first), addDays(today, -last));
}

/**
 * Returns today, or yesterday while today has nothing to show: before the change of day, on a closed day, or before
 * opening. After closing time and during breaks it stays today, which has numbers.
 */
export function getDefaultPreset(site: OpeningCalendar, now: Instant): 'today' | 'yesterday' {
  if (toSiteDay(site, now) < instantToDate(site.timezone, now)) return 'yesterday';
  const { state } = getOpenState(site, now);
  return state === 'closedAllDay' || state === 'notYetOpen' ? 'yesterday' : 'today';
}
