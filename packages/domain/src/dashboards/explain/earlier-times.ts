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

/** A stretch of the past that a number is compared with, or that was passed over. */
export interface EarlierTime {
  /** As long as what is past of the number's own. */
  readonly span: Span;
  /** The number then, of the days that count; null where none of them does. */
  readonly query: RawQuery | null;
  /** How many of its days count, of how many that stand beside a day of the number's own. */
  readonly days: { readonly used: number; readonly all: number };
  /** The days that don't count, oldest first. */
  readonly passedOver: readonly PassedOver[];
}

export interface PassedOver {
  readonly day: LocalDate;
  /** `enough`: of the days before the number's own there are four nearer ones already. */
  readonly why: 'closed' | 'otherHours' | 'enough';
}

interface Asked {
  readonly query: RawQuery;
  readonly span: Span;
  /** What the span is a part of: its counterparts lie as far back as those of the whole. */
  readonly whole: Span;
  readonly mode: CompareMode;
}

/**
 * The stretches of the past that a number is compared with, nearest first, each cut at the same elapsed time: those that
 * count, and those passed over on the way to the last of them, or to the end where too few do.
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

/** What of the past stands beside a day's part of the present. */
function counterpart(calendar: OpeningCalendar, day: Span, present: Span, { span, shift }: ShiftedSpan): Span {
  const back = (at: Instant) => Math.min(Math.max(shiftBack(calendar, at, shift), span.from), span.to);
  return { from: back(Math.max(day.from, present.from)), to: back(Math.min(day.to, present.to)) };
}

/** Oldest first; those that touch as one. */
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

/** Whether a question that keeps to weekdays is about one of a day. */
function isAskedOn({ filters }: RawQuery, day: LocalDate): boolean {
  const condition = filters?.conditions.find(({ criterion }) => criterion === 'DAY');
  return (
    condition === undefined || condition.values.includes(String(weekdayOf(day))) === (condition.operator !== 'NOT_IN')
  );
}
