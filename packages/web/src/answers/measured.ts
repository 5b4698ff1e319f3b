import type { Granularity, Instant } from '@atrium/domain/core';
import { type Answer, type AnswerBucket, bucketsOfAnswer, notToldOf, withExpected } from '@atrium/domain/dashboards';
import type { CompareMode, ComparisonCoverage, DayRange, DescriptorKey, Point } from '@atrium/domain/measurements';
import type { OpeningCalendar } from '@atrium/domain/sites';

/** One number with its course and what is usual. */
export interface Measured {
  readonly value: number | null;
  readonly usual: number | null;
  /** The value over what can be compared: what its change is told of. */
  readonly compared: number | null;
  /** How much can be compared, where that is too little to tell a change. */
  readonly tooFew: ComparisonCoverage | null;
  readonly partial: boolean;
  /** What the sensors don't tell, where that is why there is no value. */
  readonly notTold: readonly DescriptorKey[];
  readonly buckets: readonly AnswerBucket[];
}

/** A course, beside that of the days it is compared with where there is one. */
export type CourseReader = (
  course: Answer,
  expected: Answer | null,
  width: Granularity,
  ranges: readonly DayRange[],
) => readonly AnswerBucket[];

/** Reads courses of a site by its own days. */
export function courseReader(calendar: OpeningCalendar, mode: CompareMode, now: Instant): CourseReader {
  const at = { now, timezone: calendar.timezone };
  return (course, expected, width, ranges) => {
    const buckets = bucketsOfAnswer(course, width, at);
    if (expected === null) return buckets;
    return withExpected(buckets, bucketsOfAnswer(expected, width, at), { calendar, ranges, mode });
  };
}

/** What a point says of a number. */
export function known(point: Point): Pick<Measured, 'value' | 'partial' | 'notTold'> {
  const isKnown = point.state === 'known';
  return { value: isKnown ? point.value : null, partial: isKnown && point.partial, notTold: notToldOf(point) };
}
