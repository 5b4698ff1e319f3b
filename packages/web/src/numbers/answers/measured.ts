import type { Granularity, Instant } from '@atrium/domain/core';
import type { CompareMode, DayRange, DescriptorKey, KnownSides, Metric, Point, TooFew } from '@atrium/domain/numbers';
import {
  type Answer,
  type AnswerBucket,
  addExpected,
  type ComparedValue,
  getAnswerBuckets,
  getUnsupported,
} from '@atrium/domain/pages';
import type { OpeningCalendar } from '@atrium/domain/sites';

/** A number with its series and the usual value. */
export interface Measured {
  readonly value: number | null;
  /** The usual of the whole value. */
  readonly usual: number | null;
  /** Both sides over the part known on both. */
  readonly known: KnownSides | null;
  /** The comparable share, if it is too small to show a change. */
  readonly tooFew: TooFew | null;
  /** Number of earlier times that the usual is the mean of; null if unknown. */
  readonly times: number | null;
  readonly partial: boolean;
  /** Descriptors the sensors do not report, if that is why the value is missing. */
  readonly notTold: readonly DescriptorKey[];
  readonly buckets: readonly AnswerBucket[];
}

/**
 * Reads a series, with that of the comparison days if there is one. The metric is needed if the answer itself is
 * compared.
 */
export type SeriesReader = (
  course: Answer,
  expected: Answer | null,
  width: Granularity,
  ranges: readonly DayRange[],
  metric?: Pick<Metric, 'kind'>,
) => readonly AnswerBucket[];

/** Builds a reader of a site's series, by the site's own days. */
export function createSeriesReader(calendar: OpeningCalendar, mode: CompareMode, now: Instant): SeriesReader {
  const at = { now, timezone: calendar.timezone };
  return (course, expected, width, ranges, metric) => {
    const buckets = getAnswerBuckets(course, width, at, metric);
    if (expected === null) return buckets;
    return addExpected(buckets, getAnswerBuckets(expected, width, at), { calendar, ranges, mode, now });
  };
}

/** Reads a number with its series. */
export function readMeasured(
  { point, usual, known, tooFew, times }: ComparedValue,
  buckets: readonly AnswerBucket[],
): Measured {
  return { ...readPoint(point), usual, known, tooFew, times, buckets };
}

/** Reads a point's value, and whether it is partial or unsupported. */
export function readPoint(point: Point): Pick<Measured, 'value' | 'partial' | 'notTold'> {
  const isKnown = point.state === 'known';
  return { value: isKnown ? point.value : null, partial: isKnown && point.partial, notTold: getUnsupported(point) };
}
