import { addDays, getWeekday, type LocalDate } from '../../core/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { type ShiftedSpan, usualShifts } from './comparison.ts';

const dayMs = 86_400_000;

/** Returns the positions of the shifts, nearest first, that count as usual for a day. */
export type UsualDays = (day: LocalDate) => readonly number[];

/**
 * Selects the four nearest shifts that lead to a day with the same opening hours; a holiday is not usual. Selects none
 * for a day on which the site is closed.
 */
export function createUsualDays(site: OpeningCalendar, shifts: readonly Pick<ShiftedSpan, 'shift'>[]): UsualDays {
  const found = new Map<LocalDate, readonly number[]>();
  const closed = new Set(site.closedDates);
  const choose = (day: LocalDate): readonly number[] => {
    const own = hoursOn(site, closed, day);
    if (own === null) return [];
    const isAlike = (place: number) => hoursOn(site, closed, shiftDayBack(day, shifts[place]?.shift ?? 0)) === own;
    return Array.from(shifts.keys()).filter(isAlike).slice(0, usualShifts);
  };
  return (day) => {
    const places = found.get(day) ?? choose(day);
    found.set(day, places);
    return places;
  };
}

/** Returns why a shift is not usual for a day: the site was closed, or had other hours. Null when it is usual. */
export function findUnusualReason(
  site: OpeningCalendar,
  day: LocalDate,
  shift: number,
): 'closed' | 'otherHours' | null {
  const closed = new Set(site.closedDates);
  const then = hoursOn(site, closed, shiftDayBack(day, shift));
  if (then === null) return 'closed';
  return then === hoursOn(site, closed, day) ? null : 'otherHours';
}

/** Returns the day that is `shift` ms of local time earlier. */
export function shiftDayBack(day: LocalDate, shift: number): LocalDate {
  return addDays(day, -Math.round(shift / dayMs));
}

/**
 * Returns the site's opening hours of a day, including the end of the previous night. Null when no opening begins on
 * it.
 */
function hoursOn(
  { openingHours: { spans } }: OpeningCalendar,
  closed: ReadonlySet<LocalDate>,
  day: LocalDate,
): string | null {
  if (spans.length === 0) return closed.has(day) ? null : '';
  const begunOn = (date: LocalDate) =>
    closed.has(date) ? [] : spans.filter(({ begin: [weekday] }) => weekday === getWeekday(date));
  const own = begunOn(day);
  const night = begunOn(addDays(day, -1)).filter(({ begin, end }) => isPastMidnight(begin, end));
  return own.length === 0 ? null : JSON.stringify([night, own]);
}

type OpeningTime = OpeningCalendar['openingHours']['spans'][number]['begin'];

function isPastMidnight([day, hour, minute]: OpeningTime, [until, endHour, endMinute]: OpeningTime): boolean {
  return until !== day || endHour * 60 + endMinute <= hour * 60 + minute;
}
