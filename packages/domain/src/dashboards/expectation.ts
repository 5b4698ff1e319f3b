import { dayOf, type Instant, type SiteCalendar, type Span, spanOfDays } from '../core/index.ts';
import { type CompareMode, comparisonSpans, type DayRange, shiftBack } from '../measurements/index.ts';
import type { AnswerBucket } from './answer-series.ts';

/**
 * The days whose course says what to expect of a range, also of the hours that lie ahead: an answer's own comparison
 * stops at now, because totals are compared at equal elapsed time.
 */
export function expectedRanges(
  calendar: SiteCalendar,
  ranges: readonly DayRange[],
  mode: CompareMode,
): readonly DayRange[] {
  return ranges.flatMap((range) =>
    comparisonSpans(calendar, spanOfDays(calendar, range.from, range.to), mode).map(({ span }) => ({
      from: dayOf(calendar, span.from),
      to: dayOf(calendar, span.to),
    })),
  );
}

/** Gives each bucket the mean of its known counterparts: those at the same place on the clock of the compared days. */
export function withExpected(
  buckets: readonly AnswerBucket[],
  earlier: readonly AnswerBucket[],
  comparison: { readonly calendar: SiteCalendar; readonly ranges: readonly DayRange[]; readonly mode: CompareMode },
): readonly AnswerBucket[] {
  const { calendar, ranges, mode } = comparison;
  const values = new Map<Instant, number>();
  for (const { from, point } of earlier) if (point?.state === 'known') values.set(from, point.value);
  const shifts = ranges.map((range) => {
    const span = spanOfDays(calendar, range.from, range.to);
    return { span, by: comparisonSpans(calendar, span, mode).map(({ shift }) => shift) };
  });
  return buckets.map((bucket) => {
    const found = shiftsAt(shifts, bucket.from).flatMap(
      (shift) => values.get(shiftBack(calendar, bucket.from, shift)) ?? [],
    );
    return {
      ...bucket,
      usual: found.length === 0 ? null : found.reduce((sum, value) => sum + value, 0) / found.length,
    };
  });
}

function shiftsAt(
  shifts: readonly { readonly span: Span; readonly by: readonly number[] }[],
  at: Instant,
): readonly number[] {
  return shifts.find(({ span }) => span.from <= at && at < span.to)?.by ?? [];
}
