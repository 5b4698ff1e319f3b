import type { Bucket } from '@atrium/charts/series';
import type { UsualRange } from '@atrium/domain/numbers';
import type { AnswerBucket } from '@atrium/domain/pages';

/**
 * Returns the usual that a step of a time series is compared with, the same as in its explanation: of a step in
 * progress up to now.
 */
export function compareStep({ from, point, usual }: Bucket, course: readonly AnswerBucket[]): number | null {
  const own = course.find((bucket) => bucket.from === from)?.usualNow;
  return point === null || own === undefined ? usual : own;
}

/** Returns the range that a finished step of a time series is judged by; null without one. */
export function compareStepRange({ from, point }: Bucket, course: readonly AnswerBucket[]): UsualRange | null {
  const own = course.find((bucket) => bucket.from === from);
  return point === null || own?.usualNow == null ? null : (own.range ?? null);
}
