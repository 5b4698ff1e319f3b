import {
  getWeekday,
  granularity,
  type Instant,
  instantToWall,
  type LocalDate,
  listDays,
  listWeekdays,
  toDaySpan,
  toSiteDay,
} from '../../core/index.ts';
import { compareFigure, followsPeople, type Metric } from '../../numbers/index.ts';
import { type Answer, type AnswerBucket, getAnswerBuckets, isFirstOpenHour } from '../../pages/index.ts';
import { listOpenSpans, type OpeningCalendar } from '../../sites/index.ts';
import type { GridRow, ReportDay, ReportGrid, ReportHour } from './report-facts.ts';

interface At {
  readonly calendar: OpeningCalendar;
  readonly now: Instant;
}

/** Returns every requested day, also days without data in the answer. */
export function readDays(
  answer: Answer,
  metric: Metric,
  asked: { readonly from: LocalDate; readonly to: LocalDate },
  { calendar, now }: At,
): readonly ReportDay[] {
  const buckets = new Map(
    getAnswerBuckets(answer, granularity.day, { now, timezone: calendar.timezone }, metric).map((bucket) => [
      toSiteDay(calendar, bucket.from),
      bucket,
    ]),
  );
  const span = { from: toDaySpan(calendar, asked.from).from, to: toDaySpan(calendar, asked.to).from };
  return listDays(calendar, span).map((date) => readDay(date, buckets.get(date), metric, { calendar, now }));
}

function readDay(date: LocalDate, bucket: AnswerBucket | undefined, metric: Metric, { calendar, now }: At): ReportDay {
  const span = toDaySpan(calendar, date);
  const isClosed = listOpenSpans(calendar, date).length === 0;
  const point = bucket?.point ?? null;
  const value = point?.state === 'known' ? point.value : null;
  const { usualNow: usual = null, range = null, times = null } = bucket ?? {};
  const isEarly = followsPeople(metric) && span.from <= now && now < span.to && isFirstOpenHour(calendar, now);
  return {
    ...compareFigure({
      metric,
      value,
      usual,
      range: usual === null ? null : range,
      unjudged: isEarly ? 'firstHour' : null,
    }),
    date,
    span,
    state: span.from >= now ? 'ahead' : stateOf(value, point?.state === 'closed', isClosed),
    partial: point?.state === 'known' && point.partial,
    times,
    expected: bucket?.expected ?? null,
    whole: { usual: bucket?.usual ?? null, range },
    isClosed,
  };
}

function stateOf(value: number | null, isToldClosed: boolean, isClosed: boolean): ReportDay['state'] {
  if (isToldClosed || (isClosed && (value ?? 0) === 0)) return 'closed';
  return value === null ? 'missing' : 'known';
}

/** Returns the hours on the clock. The doubled hour in autumn is two entries. */
export function readHours(answer: Answer, { calendar, now }: At): readonly ReportHour[] {
  return getAnswerBuckets(answer, granularity.hour, { now, timezone: calendar.timezone }).map(
    ({ from, to, point }) => ({
      from,
      to,
      date: toSiteDay(calendar, from),
      hour: Math.floor(instantToWall(calendar.timezone, from) / 3_600_000) % 24,
      state: point === null ? 'ahead' : point.state,
      value: point?.state === 'known' ? point.value : null,
    }),
  );
}

/** Removes the comparison of days with less than half of their hours known. */
export function dropSparseDays(
  days: readonly ReportDay[],
  hours: readonly ReportHour[],
  metric: Metric,
): readonly ReportDay[] {
  const byDay = Map.groupBy(hours, ({ date }) => date);
  return days.map((day) => {
    const own = byDay.get(day.date) ?? [];
    const known = own.filter(({ state }) => state !== 'missing').length;
    return known * 2 >= own.length ? day : { ...day, ...compareFigure({ metric, value: day.value, usual: null }) };
  });
}

/** Up to this many days, each has its own row. */
const daysApart = 7;

/**
 * Builds the grid of hours by day, or by weekday as the mean of open days. Null if nothing is known. A doubled hour
 * shows the mean, like all hourly values.
 */
export function buildGrid(
  days: readonly ReportDay[],
  hours: readonly ReportHour[],
  at: OpeningCalendar,
): ReportGrid | null {
  const order = Array.from({ length: 24 }, (_, place) => (place + Number(at.changeOfDay.slice(0, 2))) % 24);
  const shown = shownHours(order, hours);
  const byDay = Map.groupBy(hours, ({ date }) => date);
  const rows = rowsOf(days, at).map(({ of, days: own }): GridRow => {
    const open = own.filter(({ state }) => state !== 'closed');
    const known = open.flatMap(({ date }) => byDay.get(date) ?? []);
    const cellAt = (hour: number) => (open.length === 0 ? 'closed' : cellOf(known.filter((one) => one.hour === hour)));
    return { of, cells: shown.map(cellAt) };
  });
  const values = rows.flatMap(({ cells }) => cells.filter((cell) => typeof cell === 'number'));
  return values.length === 0 ? null : { hours: shown, rows, highest: Math.max(...values) };
}

function rowsOf(
  days: readonly ReportDay[],
  { firstWeekday }: OpeningCalendar,
): readonly { readonly of: GridRow['of']; readonly days: readonly ReportDay[] }[] {
  if (days.length <= daysApart) return days.map((day) => ({ of: { date: day.date }, days: [day] }));
  return listWeekdays(firstWeekday)
    .map((weekday) => ({ of: { weekday }, days: days.filter(({ date }) => getWeekday(date) === weekday) }))
    .filter((row) => row.days.length > 0);
}

function cellOf(hours: readonly ReportHour[]): number | 'closed' | null {
  const known = hours.flatMap(({ value }) => value ?? []);
  if (known.length > 0) return known.reduce((sum, value) => sum + value, 0) / known.length;
  return hours.length > 0 && hours.every(({ state }) => state === 'closed') ? 'closed' : null;
}

/** Returns the hours from the first to the last with any value other than 0. */
function shownHours(order: readonly number[], hours: readonly ReportHour[]): readonly number[] {
  const told = new Set(hours.filter(({ value }) => value !== null && value !== 0).map(({ hour }) => hour));
  const places = order.flatMap((hour, place) => (told.has(hour) ? place : []));
  return places.length === 0 ? [] : order.slice(Math.min(...places), Math.max(...places) + 1);
}
