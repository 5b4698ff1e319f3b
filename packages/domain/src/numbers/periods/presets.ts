import { addDays, type Instant, instantToDate, type SiteCalendar, toSiteDay } from '../../core/index.ts';
import { getOpenState, type OpeningCalendar } from '../../sites/index.ts';
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

export type TimespanPreset = keyof typeof reach;

/** In the order in which they are offered. */
export const timespanPresets = Object.keys(reach) as readonly TimespanPreset[];

export function isTimespanPreset(text: string): text is TimespanPreset {
  return Object.hasOwn(reach, text);
}

/**
 * Returns the days of a preset at a site now. "Today" is the local date. Between midnight and a later change of day it
 * has not begun yet, and "yesterday" is the current day (see `getDefaultPreset`).
 */
export function getPresetDays(calendar: SiteCalendar, preset: TimespanPreset, now: Instant): DayRange {
  const today = instantToDate(calendar.timezone, now);
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
