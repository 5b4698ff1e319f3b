import {
  addDays,
  type Buckets,
  buildBuckets,
  daysBetween,
  formatLocal,
  type Granularity,
  getYearShift,
  granularity,
  type Instant,
  instantToWall,
  isDayStart,
  type SiteCalendar,
  type Span,
  startOfSiteDay,
  toSiteDay,
  wallToInstant,
} from '../../core/index.ts';

/**
 * Ranges that a range may be compared with.
 *
 * - PREVIOUS: the range of equal length just before
 * - PREVIOUS_WEEKS: the same range shifted by the fewest whole weeks that clear it
 * - USUAL: the mean of four such shifts, selected by `createUsualDays`
 * - YEAR: 364 days before, so that weekdays match. In a fiscal year of whole weeks, the same day of the one before
 */
export const compareModes = ['PREVIOUS', 'PREVIOUS_WEEKS', 'USUAL', 'YEAR'] as const;

export type CompareMode = (typeof compareModes)[number];

/** What a query may be compared with: another range, or the value that is expected of each of its points. */
export const queryCompareModes = ['EXPECTED', ...compareModes] as const;

export type QueryCompareMode = (typeof queryCompareModes)[number];

/**
 * Earlier range. `shift` is the distance in local time in ms, which aligns the labels of both ranges
 * (`buildComparisonBuckets`).
 */
export interface ShiftedSpan {
  readonly span: Span;
  readonly shift: number;
}

export interface Comparison {
  /** The range itself, cut at now while it is in progress. */
  readonly current: Span;
  /** Compared ranges, nearest first: one span, or the candidates for the usual, selected day by day. */
  readonly shifted: readonly ShiftedSpan[];
}

const day = 86_400_000;
const week = 7 * day;
/** Number of shifts whose mean is the usual. */
export const usualShifts = 4;
/** A single occurrence is not usual. */
export const minUsualShifts = 2;
/** Weeks further back replace skipped days, up to this many. */
const maxUsualReach = 10 * week;

/**
 * Returns the ranges that `mode` compares a range with.
 *
 * Shifts use the site's clock and calendar. A shifted day begins at its own change of day and has its own 23, 24 or 25
 * hours. For USUAL all candidates are returned. A part of a longer range (`whole`) is shifted as far back as that
 * range, so that parts add up on both sides.
 */
export function buildComparisonSpans(
  calendar: SiteCalendar,
  span: Span,
  mode: CompareMode,
  whole: Span = span,
): readonly ShiftedSpan[] {
  const length = Math.max(clockLength(calendar, span), clockLength(calendar, whole));
  if (mode === 'PREVIOUS') {
    const to = length > clockLength(calendar, span) ? shiftBack(calendar, span.to, length) : span.from;
    return [{ span: { from: shiftBack(calendar, span.from, length), to }, shift: length }];
  }
  const weeks = Math.max(1, Math.ceil(length / week)) * week;
  const shifts =
    mode === 'USUAL'
      ? Array.from(
          { length: Math.max(usualShifts, Math.floor(maxUsualReach / weeks)) },
          (_, index) => (index + 1) * weeks,
        )
      : [mode === 'YEAR' ? getYearShift(toSiteDay(calendar, whole.from), calendar) * day : weeks];
  return shifts.map((shift) => ({
    span: { from: shiftBack(calendar, span.from, shift), to: shiftBack(calendar, span.to, shift) },
    shift,
  }));
}

/**
 * Like `buildComparisonSpans`, for a range that may be in progress. Cuts it and the compared ranges at equal elapsed
 * local time (a quarter past nine today and then). A future range has an empty current span.
 */
export function compareElapsed(
  calendar: SiteCalendar,
  span: Span,
  mode: CompareMode,
  now: Instant,
  whole: Span = span,
): Comparison {
  const shifted = buildComparisonSpans(calendar, span, mode, whole);
  if (now >= span.to) return { current: span, shifted };
  const until = Math.max(now, span.from);
  return {
    current: { from: span.from, to: until },
    shifted: shifted.map(({ span: then, shift }) => ({
      span: { from: then.from, to: cut(calendar, then, until, shift) },
      shift,
    })),
  };
}

function cut(calendar: SiteCalendar, then: Span, until: Instant, shift: number): Instant {
  return Math.min(Math.max(shiftBack(calendar, until, shift), then.from), then.to);
}

/** Returns the length of a range in local ms: whole days count 24 h each, even with a clock change. */
function clockLength(calendar: SiteCalendar, span: Span): number {
  if (isDayStart(calendar, span.from) && isDayStart(calendar, span.to)) {
    return daysBetween(toSiteDay(calendar, span.from), toSiteDay(calendar, span.to)) * day;
  }
  const length = instantToWall(calendar.timezone, span.to) - instantToWall(calendar.timezone, span.from);
  // From the first pass of an ambiguous hour to the second, local time may stand still or go back.
  return length > 0 ? length : span.to - span.from;
}

/** Returns the instant at which local time was `shift` ms less; the start of a day maps to the start of a day. */
export function shiftBack(calendar: SiteCalendar, at: Instant, shift: number): Instant {
  if (shift % day === 0 && isDayStart(calendar, at)) {
    return startOfSiteDay(calendar, addDays(toSiteDay(calendar, at), -shift / day));
  }
  return wallToInstant(calendar.timezone, instantToWall(calendar.timezone, at) - shift);
}

/** Buckets of a shifted range. `matches[i]` is the counterpart of current bucket i, or null. */
export interface ComparisonBuckets extends Buckets {
  readonly matches: readonly (number | null)[];
}

/**
 * Cuts a shifted range so that each bucket of the current range has its counterpart at the same local time.
 *
 * Below a day, the range's own buckets are matched by local time. An hour that one side skipped, or had twice while the
 * other had it once, has no counterpart the second time. From a day on (or when the shift is not a multiple of the
 * width), the current edges are shifted. So weeks and months are compared with the same number of days.
 */
export function buildComparisonBuckets(
  calendar: SiteCalendar,
  current: Buckets,
  width: Granularity,
  shifted: ShiftedSpan,
): ComparisonBuckets {
  if (width < granularity.day && shifted.shift % (width * 1000) === 0) {
    const buckets = buildBuckets(calendar, shifted.span, width);
    return { ...buckets, matches: matchByClock(calendar, current, buckets, shifted.shift) };
  }
  const edges = current.edges.map((edge) => clamp(shiftBack(calendar, edge, shifted.shift), shifted));
  const starts = edges.slice(0, -1);
  return {
    edges,
    labels: starts.map((edge) => formatLocal(calendar.timezone, edge)),
    // A bucket may become empty where the shifted range has a clock gap or ends early.
    matches: starts.map((edge, index) => (edge < (edges[index + 1] as Instant) ? index : null)),
  };
}

function matchByClock(calendar: SiteCalendar, current: Buckets, then: Buckets, shift: number): (number | null)[] {
  const open = Map.groupBy(then.labels.keys(), (index) =>
    instantToWall(calendar.timezone, then.edges[index] as Instant),
  );
  return current.labels.map((_, index) => {
    const clock = instantToWall(calendar.timezone, current.edges[index] as Instant) - shift;
    // Uses each counterpart once, so that totals of matched buckets contain no time twice.
    return open.get(clock)?.shift() ?? null;
  });
}

function clamp(at: Instant, { span }: ShiftedSpan): Instant {
  return Math.min(Math.max(at, span.from), span.to);
}
