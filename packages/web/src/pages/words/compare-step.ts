import { type Bucket, getKnownValue } from '@atrium/charts/series';
import type { AnswerBucket } from '@atrium/domain/pages';

export interface ComparedStep {
  /** The comparable part of the step's value. */
  readonly value: number | null;
  readonly usual: number | null;
}

/**
 * Returns what a step of a time series is compared with, the same as in its explanation. Future steps only have a usual
 * value.
 */
export function compareStep({ from, point, usual }: Bucket, course: readonly AnswerBucket[]): ComparedStep {
  if (point === null || usual === null) return { value: null, usual };
  const compared = course.find((bucket) => bucket.from === from)?.compared ?? null;
  const value = getKnownValue(point);
  // A change over less than half of the value would be misread as a change of all of it.
  if (compared === null || value === null || compared.value * 2 < value) return { value: null, usual: null };
  return compared;
}
