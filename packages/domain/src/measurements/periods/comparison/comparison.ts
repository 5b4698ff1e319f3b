import {
  addDays,
  dayOf,
  dayStart,
  daysBetween,
  type Instant,
  instantOfWall,
  isDayStart,
  type SiteCalendar,
  type Span,
  wallAt,
} from '../../../core/index.ts';

/**
 * What a range is compared with: the range of equal length just before; the same shifted by the fewest whole weeks that
 * clear it; the mean of four such shifts (`usualDays` says which of them); 364 days before.
 */
export const compareModes = ['PREVIOUS', 'PREVIOUS_WEEKS', 'USUAL', 'YEAR'] as const;

export type CompareMode = (typeof compareModes)[number];

/** A range further back. `shift` is the distance on the site's clock in ms: what aligns labels of both ranges (`comparisonBuckets`). */
export interface ShiftedSpan {
  readonly span: Span;
  readonly shift: number;
}

export interface Comparison {
  /** The range itself, cut at now when it is still in progress. */
  readonly current: Span;
  /** What it is compared with, nearest first: one span, or those of which the usual is made day by day. */
  readonly shifted: readonly ShiftedSpan[];
}

const day = 86_400_000;
const week = 7 * day;
/** 52 weeks, so that weekdays match. */
const year = 52 * week;
/** Of how many shifts the usual is the mean. */
export const usualShifts = 4;
/** What happened once is not usual. */
export const fewestUsual = 2;
/** Where days are skipped, weeks further back stand in for them: so many back at most. */
const usualReach = 10 * week;

/**
 * The ranges `mode` compares a range with. Shifts are made on the site's clock and calendar: a shifted day begins at its
 * own change of day and has its own 23, 24 or 25 hours. What is usual may be made of any of them. A part of a range
 * (`whole`) goes as far back as all of it, so that parts add up on both sides.
 */
export function comparisonSpans(
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
      ? Array.from({ length: Math.max(usualShifts, Math.floor(usualReach / weeks)) }, (_, index) => (index + 1) * weeks)
      : [mode === 'YEAR' ? year : weeks];
  return shifts.map((shift) => ({
    span: { from: shiftBack(calendar, span.from, shift), to: shiftBack(calendar, span.to, shift) },
    shift,
  }));
}

/**
 * The same for a range that may still be in progress: it and what it is compared with are cut at equal elapsed time on
 * the clock (a quarter past nine today with a quarter past nine then). A range that lies ahead has an empty current span.
 */
export function compareElapsed(
  calendar: SiteCalendar,
  span: Span,
  mode: CompareMode,
  now: Instant,
  whole: Span = span,
): Comparison {
  const shifted = comparisonSpans(calendar, span, mode, whole);
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

/** How far a range reaches on the clock, in ms: whole days count 24 h each, whatever the clocks do in them. */
function clockLength(calendar: SiteCalendar, span: Span): number {
  if (isDayStart(calendar, span.from) && isDayStart(calendar, span.to)) {
    return daysBetween(dayOf(calendar, span.from), dayOf(calendar, span.to)) * day;
  }
  const length = wallAt(calendar.timezone, span.to) - wallAt(calendar.timezone, span.from);
  // From the first pass of an ambiguous hour into the second the clock may stand still or fall back.
  return length > 0 ? length : span.to - span.from;
}

/** The instant at which the clock showed `shift` ms less; the beginning of a day goes to the beginning of a day. */
export function shiftBack(calendar: SiteCalendar, at: Instant, shift: number): Instant {
  if (shift % day === 0 && isDayStart(calendar, at)) {
    return dayStart(calendar, addDays(dayOf(calendar, at), -shift / day));
  }
  return instantOfWall(calendar.timezone, wallAt(calendar.timezone, at) - shift);
}
