import { amountOf, type Bucket } from '@atrium/charts/series';
import type { AnswerBucket } from '@atrium/domain/dashboards';

export interface SetAgainst {
  /** Of the step, what can be compared. */
  readonly value: number | null;
  readonly usual: number | null;
}

/**
 * A step of a course as it is drawn, and what it is compared with: the same as when it is explained. Of time to come only
 * what to expect.
 */
export function setAgainst({ from, point, usual }: Bucket, course: readonly AnswerBucket[]): SetAgainst {
  if (point === null || usual === null) return { value: null, usual };
  const compared = course.find((bucket) => bucket.from === from)?.compared ?? null;
  const value = amountOf(point);
  // A change of less than half of it would be taken for its own.
  if (compared === null || value === null || compared.value * 2 < value) return { value: null, usual: null };
  return compared;
}
