import {
  addDays,
  buildBuckets,
  type Granularity,
  type Instant,
  instantToWall,
  type LocalDate,
  startOfSiteDay,
  toSiteDay,
} from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import { minute } from './world.oracle.ts';

/** A base interval of the requested time. */
export interface Moment {
  readonly from: Instant;
  readonly to: Instant;
  /** Its requested minutes; none while closed. */
  readonly minutes: readonly Instant[];
  readonly day: LocalDate;
  /** Local hour at its start, as HH. */
  readonly hour: string;
}

export interface AskedTime {
  /** First day and the day after the last; disjoint, oldest first. */
  readonly periods: readonly (readonly [from: LocalDate, to: LocalDate])[];
  /** 1 is Monday. */
  readonly weekdays: readonly number[] | null;
  readonly hours: { readonly from: string; readonly to: string } | 'open' | null;
}

/** Returns every base interval, walking minute by minute. */
export function buildMoments(site: Topology, { periods, weekdays, hours }: AskedTime, base: Granularity): Moment[] {
  const pieces = periods.flatMap(([first, last]) => {
    const { edges } = buildBuckets(site, { from: startOfSiteDay(site, first), to: startOfSiteDay(site, last) }, base);
    return edges.slice(0, -1).flatMap((from, index): Moment[] => {
      const to = edges[index + 1] as Instant;
      const ofDays: Instant[] = [];
      for (let at = from; at < to; at += minute) if (isOfDays(site, weekdays, at)) ofDays.push(at);
      if (ofDays.length === 0) return [];
      const minutes = ofDays.filter((at) => isAsked(site, hours, at));
      return [{ from, to, minutes, day: toSiteDay(site, from), hour: clockAt(site, from).slice(0, 2) }];
    });
  });
  // An interval cut by several requested ranges is one interval.
  return [...Map.groupBy(pieces, ({ from }) => wholeBegin(site, base, from)).values()].map((parts): Moment => {
    const [one, last] = [parts[0] as Moment, parts.at(-1) as Moment];
    return { ...one, to: last.to, minutes: parts.flatMap(({ minutes }) => minutes) };
  });
}

/** Returns the start of the whole bucket of this width that contains an instant. */
function wholeBegin(site: Topology, width: Granularity, at: Instant): Instant {
  const longest = 40 * 1440 * minute;
  const { edges } = buildBuckets(site, { from: at - longest, to: at + 1 }, width);
  return edges.at(-2) as Instant;
}

/** Checked per minute, because a week or month contains both kinds of days. */
const isOfDays = (site: Topology, weekdays: AskedTime['weekdays'], at: Instant) =>
  weekdays === null || weekdays.includes(weekdayOf(toSiteDay(site, at)));

/** 1 is Monday. */
function weekdayOf(day: LocalDate): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

function isAsked(site: Topology, hours: AskedTime['hours'], at: Instant): boolean {
  if (hours === null) return true;
  const time = clockAt(site, at);
  if (hours !== 'open') {
    const isLate = hours.from <= time;
    const isEarly = time < hours.to;
    return hours.from < hours.to ? isLate && isEarly : isLate || isEarly;
  }
  const { spans } = site.openingHours;
  if (spans.length === 0) return !site.closedDates.includes(toSiteDay(site, at));
  const date = new Date(instantToWall(site.timezone, at)).toISOString().slice(0, 10) as LocalDate;
  const now = minuteOfWeek([weekdayOf(date), Number(time.slice(0, 2)), Number(time.slice(3))]);
  // Up to 2:00 of the next day; after Sunday that is Monday.
  return spans.some(({ begin, end }) => {
    const week = 7 * 24 * 60;
    const length = (minuteOfWeek(end) - minuteOfWeek(begin) + week) % week || week;
    const since = (now - minuteOfWeek(begin) + week) % week;
    if (since >= length) return false;
    // Opening hours belong to the date on which they begin.
    const daysAgo = Math.floor((begin[1] * 60 + begin[2] + since) / (24 * 60));
    return !site.closedDates.includes(addDays(date, -daysAgo));
  });
}

const minuteOfWeek = ([day, hour, past]: readonly [day: number, hour: number, past: number]) =>
  ((day - 1) * 24 + hour) * 60 + past;

/** HH:mm in local time. */
const clockAt = (site: Topology, at: Instant) => new Date(instantToWall(site.timezone, at)).toISOString().slice(11, 16);

/** Returns the label of the bucket of an instant: its start, or where the first requested range begins inside it. */
export function formatDateLabel(site: Topology, { periods }: AskedTime, width: Granularity, at: Instant): string {
  const begin = wholeBegin(site, width, at);
  const [first] = periods.find(([, to]) => begin < startOfSiteDay(site, to)) as [LocalDate, LocalDate];
  const from = Math.max(begin, startOfSiteDay(site, first));
  return buildBuckets(site, { from, to: from + 1 }, width).labels[0] as string;
}

const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const months = 'JANUARY FEBRUARY MARCH APRIL MAY JUNE JULY AUGUST SEPTEMBER OCTOBER NOVEMBER DECEMBER'.split(' ');

/** Returns the group of a moment and its position among the groups. */
export function findTimeGroup(
  period: string,
  { day, hour }: Pick<Moment, 'day' | 'hour'>,
  firstWeekday = 1,
): readonly [label: string, order: number] {
  if (period === 'HOURLY') return [hour.replace(/^0(?=.)/, ''), Number(hour)];
  const weekday = weekdayOf(day);
  if (period === 'WEEKDAY') return [weekdays[weekday - 1] as string, weekday];
  if (period === 'WEEKEND') return weekday >= 6 ? ['WEEKEND', 1] : ['WEEKDAY', 0];
  const month = Number(day.slice(5, 7));
  if (period === 'MONTHLY') return [months[month - 1] as string, month];
  const week = findWeek(day, firstWeekday);
  return [`${week}`, week];
}

/** Counts the year's weekdays like the fourth day of the day's week, up to it: from Monday, these are Thursdays. */
function findWeek(day: LocalDate, firstWeekday: number): number {
  const intoWeek = (weekdayOf(day) - firstWeekday + 7) % 7;
  const middle = Date.parse(`${day}T00:00:00Z`) + (3 - intoWeek) * 86_400_000;
  const weekday = new Date(middle).getUTCDay();
  let count = 0;
  for (let at = Date.UTC(new Date(middle).getUTCFullYear(), 0, 1); at <= middle; at += 86_400_000)
    if (new Date(at).getUTCDay() === weekday) count += 1;
  return count;
}
