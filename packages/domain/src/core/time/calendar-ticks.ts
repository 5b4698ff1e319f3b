import type { Instant, LocalDate, Span } from './instant.ts';
import { dateToWall, instantToDate, instantToWall, wallToInstant } from './local.ts';
import { addDays, getWeekday, type Weekday } from './local-date.ts';

/** A mark of a time axis: a round time of the clock, or the beginning of a local date. */
export interface CalendarTick {
  readonly at: Instant;
  readonly date: LocalDate;
  readonly kind: 'clock' | 'date';
  /** If there is room for one of two ticks only, the one with the larger rank stays. */
  readonly rank: number;
}

const minuteMs = 60_000;
/** Steps of the clock, minutes. Each divides the day. */
const clockSteps = [5, 15, 30, 60, 180, 360, 720] as const;
/** Ticks that rank above each other: every 3rd hour over every hour, and so on. */
const clockRanks = [60, 180, 360, 720] as const;
const dateRank = clockRanks.length + 1;

/**
 * Returns the calendar's ticks within a span, both ends included: the finest of round clock times, days, first days of weeks, first
 * days of months, quarters and half-years, and years with at most `max` ticks. Never two of the same clock time and
 * date; clock times that a change of time leaves out have none.
 */
export function listCalendarTicks(
  { from, to }: Span,
  timezone: string,
  max = 9,
  firstWeekday: Weekday = 1,
): readonly CalendarTick[] {
  for (const step of clockSteps) {
    if ((to - from) / (step * minuteMs) > max + 1) continue;
    const ticks = listClockTicks({ from, to }, timezone, step);
    if (ticks.length <= max) return ticks;
  }
  const dates = listDates({ from, to }, timezone);
  for (const isTick of dateFamilies) {
    const ticks = dates.filter(({ date }) => isTick(date, firstWeekday));
    if (ticks.length <= max) return ticks;
  }
  const years = dates.filter(({ date }) => date.endsWith('-01-01'));
  const every = Math.ceil(years.length / max);
  return years.filter(({ date }) => Number(date.slice(0, 4)) % every === 0);
}

const isFirst = (date: LocalDate) => date.endsWith('-01');
const monthOf = (date: LocalDate) => Number(date.slice(5, 7));
const dateFamilies: readonly ((date: LocalDate, firstWeekday: Weekday) => boolean)[] = [
  () => true,
  (date, firstWeekday) => getWeekday(date) === firstWeekday,
  isFirst,
  (date) => isFirst(date) && monthOf(date) % 3 === 1,
  (date) => isFirst(date) && monthOf(date) % 6 === 1,
  (date) => isFirst(date) && monthOf(date) === 1,
];

function listClockTicks({ from, to }: Span, timezone: string, step: number): readonly CalendarTick[] {
  const ticks = new Map<Instant, CalendarTick>();
  const stepMs = step * minuteMs;
  // Local times of a span that contains a change of time may lie outside those of its ends.
  const begin = Math.floor((instantToWall(timezone, from) - marginMs) / stepMs) * stepMs;
  const end = instantToWall(timezone, to) + marginMs;
  for (let wall = begin; wall <= end; wall += stepMs) {
    const at = wallToInstant(timezone, wall);
    if (at < from || at > to || instantToWall(timezone, at) !== wall) continue;
    const minutes = (((wall / minuteMs) % dayMinutes) + dayMinutes) % dayMinutes;
    const date = instantToDate(timezone, at);
    ticks.set(
      at,
      minutes === 0
        ? { at, date, kind: 'date', rank: dateRank }
        : { at, date, kind: 'clock', rank: clockRanks.filter((each) => minutes % each === 0).length },
    );
  }
  return [...ticks.values()].sort((one, other) => one.at - other.at);
}

/** Returns the beginnings of local dates. */
function listDates({ from, to }: Span, timezone: string): readonly CalendarTick[] {
  const ticks: CalendarTick[] = [];
  const last = instantToDate(timezone, to);
  for (let date = instantToDate(timezone, from); date <= last; date = addDays(date, 1)) {
    const at = wallToInstant(timezone, dateToWall(date, 0));
    if (at >= from && at <= to && instantToDate(timezone, at) === date)
      ticks.push({ at, date, kind: 'date', rank: dateRank });
  }
  return ticks;
}

const dayMinutes = 1440;
/** Longer than any change of time. */
const marginMs = 3 * 60 * minuteMs;
