import { dayOf, daysIn, type Instant, spanOfDays } from '../core/index.ts';
import {
  type CompareMode,
  comparisonSpans,
  type DayRange,
  fewestUsual,
  shiftBack,
  usualDays,
} from '../measurements/index.ts';
import type { OpeningCalendar } from '../sites/index.ts';
import type { AnswerBucket } from './answer-series.ts';

/**
 * The days whose course says what to expect of a range, also of the hours that lie ahead: an answer's own comparison
 * stops at now, because totals are compared at equal elapsed time.
 */
export function expectedRanges(
  calendar: OpeningCalendar,
  ranges: readonly DayRange[],
  mode: CompareMode,
): readonly DayRange[] {
  const found = ranges.flatMap((range) => {
    const shifts = comparisonSpans(calendar, spanOfDays(calendar, range.from, range.to), mode);
    const usual = mode === 'USUAL' ? usualDays(calendar, shifts) : null;
    const counts = new Set(usual && daysIn(calendar, spanOfDays(calendar, range.from, range.to)).flatMap(usual));
    return shifts
      .filter((_, place) => usual === null || counts.has(place))
      .map(({ span }) => ({ from: dayOf(calendar, span.from), to: dayOf(calendar, span.to) }));
  });
  // Where nothing can be expected something must still be asked: a question without days is about today.
  return found.length > 0 ? found : ranges;
}

/**
 * Gives each bucket the mean of its known counterparts: those at the same place on the clock of the compared days. What
 * is usual is made as answers make it: of days that were open at the same hours, and of two of them at least.
 */
export function withExpected(
  buckets: readonly AnswerBucket[],
  earlier: readonly AnswerBucket[],
  comparison: { readonly calendar: OpeningCalendar; readonly ranges: readonly DayRange[]; readonly mode: CompareMode },
): readonly AnswerBucket[] {
  const { calendar, ranges, mode } = comparison;
  const values = new Map<Instant, { readonly value: number; readonly partial: boolean }>();
  for (const { from, point } of earlier) if (point?.state === 'known') values.set(from, point);
  const shifts = ranges.map((range) => {
    const span = spanOfDays(calendar, range.from, range.to);
    const all = comparisonSpans(calendar, span, mode);
    return { span, by: all.map(({ shift }) => shift), usual: mode === 'USUAL' ? usualDays(calendar, all) : null };
  });
  const fewest = mode === 'USUAL' ? fewestUsual : 1;
  return buckets.map((bucket) => {
    const own = shifts.find(({ span }) => span.from <= bucket.from && bucket.from < span.to);
    const places = own?.usual?.(dayOf(calendar, bucket.from)) ?? null;
    const by = own?.by.filter((_, place) => places?.includes(place) ?? true) ?? [];
    const known = by.flatMap((shift) => values.get(shiftBack(calendar, bucket.from, shift)) ?? []);
    // Of some of which a sensor was silent the others tell more.
    const whole = known.filter(({ partial }) => !partial);
    const found = whole.length < fewest ? known : whole;
    return {
      ...bucket,
      usual: found.length < fewest ? null : found.reduce((sum, { value }) => sum + value, 0) / found.length,
    };
  });
}
