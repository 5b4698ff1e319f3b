import { getWeekday, type Instant, type LocalDate, listDays, type Span, toDaySpan } from '../../core/index.ts';
import {
  type CompareMode,
  compareElapsed,
  createUsualDays,
  findUnusualReason,
  type RawQuery,
  type ShiftedSpan,
  shiftBack,
  shiftDayBack,
  usualShifts,
} from '../../numbers/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { buildDateCondition, replaceCondition } from './explained-query.ts';

/** An earlier span that a number is compared with, or that was skipped. */
export interface EarlierTime {
  /** As long as the elapsed part of the number's span. */
  readonly span: Span;
  /** Query for the number then, over the days that count; null if none counts. */
  readonly query: RawQuery | null;
  /** Number of days that count, and of all its days with a counterpart in the number's span. */
  readonly days: { readonly used: number; readonly all: number };
  /** The days that don't count, oldest first. */
  readonly passedOver: readonly SkippedDay[];
}

export interface SkippedDay {
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
export function findEarlierTimes(
  { query, span, whole, mode }: Asked,
  calendar: OpeningCalendar,
  now: Instant,
): readonly EarlierTime[] {
  const { current, shifted } = compareElapsed(calendar, span, mode, now, whole);
  const isUsual = mode === 'USUAL';
  const usual = isUsual ? createUsualDays(calendar, shifted) : null;
  const days = listDays(calendar, current).filter(
    (day) => isAskedOn(query, day) && !(isUsual && findUnusualReason(calendar, day, 0) === 'closed'),
  );
  return shifted.flatMap((one, place): EarlierTime[] => {
    if (one.span.from >= one.span.to) return [];
    const used = days.filter((day) => usual?.(day).includes(place) ?? true);
    const passedOver = days
      .filter((day) => !used.includes(day))
      .map((day) => ({
        day: shiftDayBack(day, one.shift),
        why: whyNot(calendar, day, one.shift, usual?.(day), place),
      }));
    if (used.length === 0 && passedOver.every(({ why }) => why === 'enough')) return [];
    const stretches = used.map((day) => counterpart(calendar, toDaySpan(calendar, day), current, one));
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
): SkippedDay['why'] {
  const isEnough = places.length >= usualShifts && place > (places.at(-1) ?? 0);
  return isEnough ? 'enough' : (findUnusualReason(calendar, day, shift) ?? 'enough');
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
  const conditions = replaceCondition(query.filters?.conditions ?? [], buildDateCondition(spans));
  return { ...query, filters: { ...query.filters, conditions } };
}

/** Whether the query's weekday filter includes a day. */
function isAskedOn({ filters }: RawQuery, day: LocalDate): boolean {
  const condition = filters?.conditions.find(({ criterion }) => criterion === 'DAY');
  return (
    condition === undefined || condition.values.includes(String(getWeekday(day))) === (condition.operator !== 'NOT_IN')
  );
}
