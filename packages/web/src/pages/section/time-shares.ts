import type { Granularity, Instant } from '@atrium/domain/core';
import { formatPercent } from '@atrium/domain/core/format';
import { type Band, computeScore } from '@atrium/domain/numbers';
import { type Answer, type AnswerBucket, getAnswerBuckets, getAnswerGroups } from '@atrium/domain/pages';
import { type AirAnswer, getStepWidth } from '@atrium/domain/pages/air';

export interface TimeShares {
  readonly good: number;
  readonly average: number;
  readonly critical: number;
  /** Number of intervals. */
  readonly count: number;
}

/** Formats a share. Only exact values are written as 100 % or 0 %. */
export function formatShare(share: number | null, locale: string): string {
  const percent = share === null || share === 0 || share === 1 ? share : Math.min(0.99, Math.max(0.01, share));
  return formatPercent(percent === null ? null : percent * 100, { locale, decimals: 0 });
}

/**
 * Returns the shares of the measured time with a good (4, 5), average (3) and critical (1, 2) score, and the number of
 * intervals. Null if it was never measured.
 */
function timeShares(buckets: readonly AnswerBucket[], band: Band): TimeShares | null {
  const scores = buckets.flatMap(({ point }) => (point?.state === 'known' ? [computeScore(band, point.value)] : []));
  if (scores.length === 0) return null;
  const share = (from: number, to: number) =>
    scores.filter((score) => score >= from && score <= to).length / scores.length;
  return { good: share(4, 5), average: share(3, 3), critical: share(1, 2), count: scores.length };
}

interface SharedTime {
  readonly places: readonly string[];
  readonly band: Band;
  /** Requested granularity. */
  readonly asked: Granularity;
}

/** Computes the shares over the time of all places. */
export function parseShares(
  answer: AirAnswer,
  { places, band, asked }: SharedTime,
  at: { readonly now: Instant; readonly timezone: string },
): TimeShares | null {
  const courses = answer ? getAnswerGroups(answer) : new Map<string, Answer>();
  const buckets = places.flatMap((place) => {
    const course = courses.get(place);
    return course ? getAnswerBuckets(course, getStepWidth(answer, asked), at) : [];
  });
  return timeShares(buckets, band);
}
