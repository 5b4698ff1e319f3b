import type { FlowInput } from '@atrium/charts/flow';
import {
  type Granularity,
  granularity,
  type Instant,
  instantToDate,
  instantToWall,
  listCalendarTicks,
  type Span,
  type Weekday,
} from '@atrium/domain/core';
import {
  type DateReader,
  formatClock,
  formatDayMonth,
  formatDayName,
  formatShortDate,
  formatShortDay,
} from '@atrium/domain/core/format';
import { type AnswerBucket, isActive } from '@atrium/domain/pages';
import { type Bucket, isRunning } from '../../charts/index.ts';
import type { Translate } from '../../i18n/index.ts';
import type { Site } from '../site-page/site.ts';

interface Reader extends DateReader {
  readonly timezone: string;
  /** First day of the site's week. Monday if absent. */
  readonly firstWeekday?: Weekday | undefined;
}

const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;

/** Labels buckets by their time. The running one is marked "so far"; `now` is null if none is running. */
export function labelBuckets(
  buckets: readonly AnswerBucket[],
  width: Granularity,
  reader: Reader & { readonly now: Instant | null; readonly t: Translate },
): readonly Bucket[] {
  const severalDays = buckets.some(
    (bucket) =>
      instantToDate(reader.timezone, bucket.from) !== instantToDate(reader.timezone, buckets[0]?.from ?? bucket.from),
  );
  return buckets.map((bucket) => {
    const label = bucketLabel(bucket, width, reader, severalDays);
    const named = { ...bucket, label };
    return isRunning(named, reader.now) ? { ...named, label: `${label}, ${reader.t('charts.soFar')}` } : named;
  });
}

function bucketLabel(
  { from, to }: Span,
  width: Granularity,
  { timezone, locale }: Reader,
  severalDays: boolean,
): string {
  const day = instantToDate(timezone, from);
  if (width < granularity.day) {
    const hours = `${formatClock(from, timezone)}–${formatClock(to, timezone)}`;
    return severalDays ? `${formatDayName(day, locale)} ${hours}` : hours;
  }
  if (width === granularity.day) return formatDayName(day, locale);
  const last = instantToDate(timezone, to - 1);
  return `${formatDayMonth(day, locale)} – ${formatDayMonth(last, locale)}`;
}

/** Returns candidate ticks for the time axis. The chart drops those without room. */
export function buildAxisTicks(
  buckets: readonly AnswerBucket[],
  width: Granularity,
  reader: Reader,
): FlowInput['ticks'] {
  const { timezone, locale, firstWeekday } = reader;
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (!first || !last) return [];
  if (width < granularity.day) return buildClockTicks({ from: first.from, to: last.to }, buckets, reader);
  const dated = buckets.map(({ from, to }) => ({ at: (from + to) / 2, date: instantToDate(timezone, from) }));
  if (buckets.length <= maxNamedDays)
    return dated.map(({ at, date }) => ({ at, label: formatDayName(date, locale).split(' ').slice(0, 2).join(' ') }));
  // A day that changes after midnight begins on its date, so dates are compared, not times.
  const span = { from: first.from - msPerDay, to: last.from };
  const marked = new Set(listCalendarTicks(span, timezone, maxDateTicks, firstWeekday).map(({ date }) => date));
  const chosen = dated.filter(({ date }) => marked.has(date));
  // Weeks and months begin on dates of their own.
  return (chosen.length < 2 ? dated : chosen).map(({ at, date }) => ({ at, label: formatShortDate(date, reader) }));
}

/** Days up to which each is named by its weekday. */
const maxNamedDays = 14;
const maxDateTicks = 9;
const maxClockTicks = 9;

/** Round hours; of several days also their beginnings, by name. */
function buildClockTicks(span: Span, buckets: readonly Span[], reader: Reader): FlowInput['ticks'] {
  const { timezone } = reader;
  const isOneDay = span.to - span.from <= 26 * msPerHour;
  return listCalendarTicks(span, timezone, maxClockTicks).flatMap(({ at, date, kind, rank }) =>
    buckets.some(({ from, to }) => at >= from && at <= to)
      ? [{ at, rank, label: kind === 'date' && !isOneDay ? formatShortDay(date, reader) : formatClock(at, timezone) }]
      : [],
  );
}

/**
 * Limits one day to its opening hours with an hour before and after, rounded to even hours, and to any bucket with
 * visitors. Several days are shown whole.
 */
export function trimBuckets(
  buckets: readonly AnswerBucket[],
  open: readonly Span[],
  timezone: string,
): readonly AnswerBucket[] {
  const [first] = open;
  const last = open.at(-1);
  if (!first || !last || !buckets[0] || (buckets.at(-1)?.to ?? 0) - buckets[0].from > 26 * msPerHour) return buckets;
  const busy = buckets.filter((bucket) => bucket.point?.state === 'known' && bucket.point.value > 0);
  const from = evenHour(Math.min(first.from - msPerHour, busy[0]?.from ?? first.from), timezone, Math.floor);
  const to = evenHour(Math.max(last.to + msPerHour, busy.at(-1)?.to ?? last.to), timezone, Math.ceil);
  return buckets.filter((bucket) => bucket.from >= from && bucket.to <= to);
}

function evenHour(at: Instant, timezone: string, round: (value: number) => number): Instant {
  const wall = instantToWall(timezone, at);
  return at + (round(wall / (2 * msPerHour)) * 2 * msPerHour - wall);
}

/**
 * Returns events that begin or end within a chart; events that span all of it explain nothing. An overlap of less than
 * half a step counts as the adjacent day, because days of several sites end at different hours.
 */
export function listChartEvents({ events, topology }: Site, span: Span, step: Granularity): FlowInput['events'] {
  const days = new Set([instantToDate(topology.timezone, span.from), instantToDate(topology.timezone, span.to - 1)]);
  return events.flatMap((event) => {
    if (event.begin === null || event.end === null) return [];
    const spansAll = isActive(event, span.from) && event.end >= span.to;
    if (event.begin >= span.to || event.end <= span.from || (spansAll && days.size === 1)) return [];
    const [from, to] = [Math.max(event.begin, span.from), Math.min(event.end, span.to)];
    return step >= granularity.day && to - from < step * 500 ? [] : [{ span: { from, to }, label: event.name }];
  });
}
