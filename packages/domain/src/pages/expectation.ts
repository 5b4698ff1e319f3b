import { type Instant, listDays, toDaysSpan, toSiteDay } from '../core/index.ts';
import {
  buildComparisonSpans,
  type CompareMode,
  createUsualDays,
  type DayRange,
  minUsualShifts,
  shiftBack,
} from '../numbers/index.ts';
import type { OpeningCalendar } from '../sites/index.ts';
import type { AnswerBucket } from './answer-series.ts';

/**
 * Returns the days whose time series give the expected values of a range, including future hours. An answer's own
 * comparison ends at now, because totals are compared at equal elapsed time.
 */
export function findExpectedRanges(
  calendar: OpeningCalendar,
  ranges: readonly DayRange[],
  mode: CompareMode,
): readonly DayRange[] {
  const found = ranges.flatMap((range) => {
    const shifts = buildComparisonSpans(calendar, toDaysSpan(calendar, range.from, range.to), mode);
    const usual = mode === 'USUAL' ? createUsualDays(calendar, shifts) : null;
    const counts = new Set(usual && listDays(calendar, toDaysSpan(calendar, range.from, range.to)).flatMap(usual));
    return shifts
      .filter((_, place) => usual === null || counts.has(place))
      .map(({ span }) => ({ from: toSiteDay(calendar, span.from), to: toSiteDay(calendar, span.to) }));
  });
  // If there are no such days, query the range itself, because a query without days means today.
  return found.length > 0 ? found : ranges;
}

/**
 * Adds to each bucket in progress or in the future the mean of its known counterparts at the same local time of the
 * compared days, and to finished ones without a comparison of their own. Usual values follow the rules of answers: at
 * least two days that were open at the same hours.
 */
export function addExpected(
  buckets: readonly AnswerBucket[],
  earlier: readonly AnswerBucket[],
  comparison: {
    readonly calendar: OpeningCalendar;
    readonly ranges: readonly DayRange[];
    readonly mode: CompareMode;
    readonly now: Instant;
  },
): readonly AnswerBucket[] {
  const { calendar, ranges, mode, now } = comparison;
  const values = new Map<Instant, { readonly value: number; readonly partial: boolean }>();
  for (const { from, point } of earlier) if (point?.state === 'known') values.set(from, point);
  const shifts = ranges.map((range) => {
    const span = toDaysSpan(calendar, range.from, range.to);
    const all = buildComparisonSpans(calendar, span, mode);
    return { span, by: all.map(({ shift }) => shift), usual: mode === 'USUAL' ? createUsualDays(calendar, all) : null };
  });
  const fewest = mode === 'USUAL' ? minUsualShifts : 1;
  return buckets.map((bucket) => {
    // Beside a finished bar stands what it is compared with.
    if (bucket.to <= now && bucket.usualNow != null) return { ...bucket, usual: bucket.usualNow };
    const own = shifts.find(({ span }) => span.from <= bucket.from && bucket.from < span.to);
    const places = own?.usual?.(toSiteDay(calendar, bucket.from)) ?? null;
    const by = own?.by.filter((_, place) => places?.includes(place) ?? true) ?? [];
    const known = by.flatMap((shift) => values.get(shiftBack(calendar, bucket.from, shift)) ?? []);
    // Prefers days without silent sensors, if there are enough.
    const whole = known.filter(({ partial }) => !partial);
    const found = whole.length < fewest ? known : whole;
    return {
      ...bucket,
      usual: found.length < fewest ? null : found.reduce((sum, { value }) => sum + value, 0) / found.length,
    };
  });
}
