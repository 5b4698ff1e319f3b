import { addDays, type Instant, type LocalDate } from '../../core/index.ts';
import {
  type CalendarUnit,
  countDays,
  type DayRange,
  findCalendarUnit,
  getCalendarPeriod,
  getDefaultPreset,
  getLastDay,
  getPresetDays,
  getPresetUnit,
  getPreviousPeriod,
  timespanPresets,
  toDayRange,
} from '../../numbers/index.ts';
import { listOpenSpans, type OpeningCalendar } from '../../sites/index.ts';
import type { Timespan } from './filter-state.ts';

/** Maximum number of days to search back for an open day. A site closed for longer has closed for good. */
const maxDaysBack = 60;

/**
 * D02: returns today, or yesterday while today has nothing to show. If yesterday was closed too, returns the last open
 * day.
 */
export function defaultTimespan(site: OpeningCalendar, now: Instant): Timespan {
  const preset = getDefaultPreset(site, now);
  const { from } = getPresetDays(site, preset, now);
  if (preset === 'today' || isOpenOn(site, from)) return { kind: 'preset', preset };
  for (let back = 1; back <= maxDaysBack; back++) {
    const date = addDays(from, -back);
    if (isOpenOn(site, date)) return { kind: 'custom', ranges: [toDayRange(date, date)] };
  }
  return { kind: 'preset', preset };
}

const isOpenOn = (site: OpeningCalendar, date: LocalDate) => listOpenSpans(site, date).length > 0;

/** Returns the days of a timespan at this time, oldest first. */
export function resolveRanges(timespan: Timespan, site: OpeningCalendar, now: Instant): readonly DayRange[] {
  return timespan.kind === 'custom' ? timespan.ranges : [getPresetDays(site, timespan.preset, now)];
}

/** Returns the timespan of these days, a preset if one matches, so that stepping back from today gives 'yesterday'. */
export function toTimespan(ranges: readonly DayRange[], site: OpeningCalendar, now: Instant): Timespan {
  const [only, ...more] = ranges;
  const preset = timespanPresets.find((each) => {
    const days = getPresetDays(site, each, now);
    return more.length === 0 && days.from === only?.from && days.to === only.to;
  });
  return preset ? { kind: 'preset', preset } : { kind: 'custom', ranges };
}

/**
 * Moves a timespan by its own length, and a week, month, quarter or year to the one before or after. Null if that leaves
 * the selectable days, or if it has several ranges.
 */
export function shiftTimespan(
  timespan: Timespan,
  direction: -1 | 1,
  at: { readonly site: OpeningCalendar; readonly now: Instant; readonly first: LocalDate; readonly last: LocalDate },
): Timespan | null {
  const [range, ...more] = resolveRanges(timespan, at.site, at.now);
  if (!range || more.length > 0) return null;
  const unit = timespan.kind === 'preset' ? getPresetUnit(timespan.preset) : findLongUnit(range, at.site);
  if (unit !== null) return shiftPeriod(unit, range, direction, at);
  const days = countDays(range);
  if (direction < 0) {
    const wanted = { from: addDays(range.from, -days), to: range.from };
    return getLastDay(wanted) < at.first ? null : toTimespan([wanted], at.site, at.now);
  }
  if (getLastDay(range) >= at.last) return null;
  // A step beyond today ends today instead, so that the last days are not skipped.
  const to = [addDays(range.to, days), addDays(at.last, 1)].sort()[0] ?? range.to;
  return toTimespan([{ from: addDays(to, -days), to }], at.site, at.now);
}

/** A week that was chosen by its days moves like other seven days; months, quarters and years differ in length. */
function findLongUnit(range: DayRange, site: OpeningCalendar): CalendarUnit | null {
  const unit = findCalendarUnit(range, site);
  return unit === 'week' ? null : unit;
}

/** `range`: the period, or its days until now. */
function shiftPeriod(
  unit: CalendarUnit,
  range: DayRange,
  direction: -1 | 1,
  { site, now, first, last }: Parameters<typeof shiftTimespan>[2],
): Timespan | null {
  const period = getCalendarPeriod(unit, range.from, site);
  if (direction < 0) {
    const before = getPreviousPeriod(unit, period, site);
    return getLastDay(before) < first ? null : toTimespan([before], site, now);
  }
  if (period.to > last) return null;
  // The period that today is in ends today.
  const { from, to } = getCalendarPeriod(unit, period.to, site);
  return toTimespan([{ from, to: [to, addDays(last, 1)].sort()[0] ?? to }], site, now);
}
