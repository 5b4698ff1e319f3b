import { addDays, type Instant, type LocalDate } from '../../core/index.ts';
import {
  type DayRange,
  dayRange,
  defaultPreset,
  lastDayOf,
  lengthOf,
  presetDays,
  timespanPresets,
} from '../../measurements/index.ts';
import { type OpeningCalendar, openSpans } from '../../sites/index.ts';
import type { Timespan } from './filter-state.ts';

/** How many days back the last open one is looked for: further back a site has been shut for good. */
const sight = 60;

/**
 * D02: today, or yesterday while today has nothing to show; where yesterday was shut all day too, the last day that was
 * not.
 */
export function defaultTimespan(site: OpeningCalendar, now: Instant): Timespan {
  const preset = defaultPreset(site, now);
  const { from } = presetDays(site, preset, now);
  if (preset === 'today' || isOpenOn(site, from)) return { kind: 'preset', preset };
  for (let back = 1; back <= sight; back++) {
    const date = addDays(from, -back);
    if (isOpenOn(site, date)) return { kind: 'custom', ranges: [dayRange(date, date)] };
  }
  return { kind: 'preset', preset };
}

const isOpenOn = (site: OpeningCalendar, date: LocalDate) => openSpans(site, date).length > 0;

/** The days a choice means now, oldest first. */
export function rangesOf(timespan: Timespan, site: OpeningCalendar, now: Instant): readonly DayRange[] {
  return timespan.kind === 'custom' ? timespan.ranges : [presetDays(site, timespan.preset, now)];
}

/** The choice that means these days, a preset where there is one, so that stepping back from today says 'yesterday'. */
export function timespanOf(ranges: readonly DayRange[], site: OpeningCalendar, now: Instant): Timespan {
  const [only, ...more] = ranges;
  const preset = timespanPresets.find((each) => {
    const days = presetDays(site, each, now);
    return more.length === 0 && days.from === only?.from && days.to === only.to;
  });
  return preset ? { kind: 'preset', preset } : { kind: 'custom', ranges };
}

/** As many days just before or after; null where that would leave the selectable days or there are several ranges. */
export function shiftTimespan(
  timespan: Timespan,
  direction: -1 | 1,
  at: { readonly site: OpeningCalendar; readonly now: Instant; readonly first: LocalDate; readonly last: LocalDate },
): Timespan | null {
  const [range, ...more] = rangesOf(timespan, at.site, at.now);
  if (!range || more.length > 0) return null;
  const days = lengthOf(range);
  if (direction < 0) {
    const wanted = { from: addDays(range.from, -days), to: range.from };
    return lastDayOf(wanted) < at.first ? null : timespanOf([wanted], at.site, at.now);
  }
  if (lastDayOf(range) >= at.last) return null;
  // The step that would pass today ends today instead, so that the last days are never skipped.
  const to = [addDays(range.to, days), addDays(at.last, 1)].sort()[0] ?? range.to;
  return timespanOf([{ from: addDays(to, -days), to }], at.site, at.now);
}
