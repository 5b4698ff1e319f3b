import { daysIn, type Instant, type LocalDate, type Span, spanOfDay, weekdayOf } from '../../core/index.ts';
import {
  type CompareMode,
  compareElapsed,
  dayBefore,
  type RawQuery,
  type ShiftedSpan,
  shiftBack,
  usualDays,
  usualShifts,
  whyUnlike,
} from '../../measurements/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { during, replaced } from './explained-query.ts';

/** An earlier span that a number is compared with, or that was skipped. */
export interface EarlierTime {
  /** As long as the elapsed part of the number's span. */
  readonly span: Span;
  /** Query for the number then, over the days that count; null if none counts. */
  readonly query: RawQuery | null;
  /** Number of days that count, and of all its days with a counterpart in the number's span. */
  readonly days: { readonly used: number; readonly all: number };
  /** The days that don't count, oldest first. */
  readonly passedOver: readonly PassedOver[];
}

export interface PassedOver {
  readonly day: LocalDate;
  /** `enough`: four more recent days count already. */
  readonly why: 'closed' | 'otherHours' | 'enough';
}

interface Asked {
  readonly query: RawQuery;
  readonly span: Span;
  /** The range that contains the span. Its counterparts lie as far back as those of the range. */
  readonly whole: Span;
  readonly mode: CompareMode;
}

/**
 * Returns the earlier spans that a number is compared with, most recent first, each cut at the same elapsed time.
 * Includes the spans skipped on the way to the last one used, or to the end if too few count.
 */
export function earlierTimes(
  { query, span, whole, mode }: Asked,
  calendar: OpeningCalendar,
  now: Instant,
): readonly EarlierTime[] {
  const { current, shifted } = compareElapsed(calendar, span, mode, now, whole);
  const isUsual = mode === 'USUAL';
  const usual = isUsual ? usualDays(calendar, shifted) : null;
  const days = daysIn(calendar, current).filter(
    (day) => isAskedOn(query, day) && !(isUsual && whyUnlike(calendar, day, 0) === 'closed'),
  );
  return shifted.flatMap((one, place): EarlierTime[] => {
    if (one.span.from >= one.span.to) return [];
    const used = days.filter((day) => usual?.(day).includes(place) ?? true);
    const passedOver = days
      .filter((day) => !used.includes(day))
      .map((day) => ({ day: dayBefore(day, one.shift), why: whyNot(calendar, day, one.shift, usual?.(day), place) }));
    if (used.length === 0 && passedOver.every(({ why }) => why === 'enough')) return [];
    const stretches = used.map((day) => counterpart(calendar, spanOfDay(calendar, day), current, one));
    return [
      {
        span: one.span,
        query: used.length === 0 ? null : askedDuring(query, joined(stretches)),
        days: { used: used.length, all: days.length },
        passedOver,
      },
    ];
  });
}

function whyNot(
  calendar: OpeningCalendar,
  day: LocalDate,
  shift: number,
  places: readonly number[] = [],
  place: number,
): PassedOver['why'] {
  const isEnough = places.length >= usualShifts && place > (places.at(-1) ?? 0);
  return isEnough ? 'enough' : (whyUnlike(calendar, day, shift) ?? 'enough');
}

/** Returns the earlier counterpart of one day's part of the current span. */
function counterpart(calendar: OpeningCalendar, day: Span, present: Span, { span, shift }: ShiftedSpan): Span {
  const back = (at: Instant) => Math.min(Math.max(shiftBack(calendar, at, shift), span.from), span.to);
  return { from: back(Math.max(day.from, present.from)), to: back(Math.min(day.to, present.to)) };
}

/** Merges adjacent spans, oldest first. */
function joined(spans: readonly Span[]): readonly Span[] {
  const found: Span[] = [];
  for (const { from, to } of spans) {
    const last = found.at(-1);
    if (from >= to) continue;
    if (last !== undefined && last.to >= from) found[found.length - 1] = { from: last.from, to };
    else found.push({ from, to });
  }
  return found;
}

function askedDuring(query: RawQuery, spans: readonly Span[]): RawQuery | null {
  if (spans.length === 0) return null;
  const conditions = replaced(query.filters?.conditions ?? [], during(spans));
  return { ...query, filters: { ...query.filters, conditions } };
}

/** Whether the query's weekday filter includes a day. */
function isAskedOn({ filters }: RawQuery, day: LocalDate): boolean {
  const condition = filters?.conditions.find(({ criterion }) => criterion === 'DAY');
  return (
    condition === undefined || condition.values.includes(String(weekdayOf(day))) === (condition.operator !== 'NOT_IN')
  );
}
