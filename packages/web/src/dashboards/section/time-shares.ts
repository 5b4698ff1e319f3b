import type { AnswerBucket } from '@atrium/domain/dashboards';
import { type Band, scoreOf } from '@atrium/domain/measurements';

/** Shares of the measured time in which a sample was good (4, 5), average (3) and critical (1, 2), and of how many intervals; null when never measured. */
export function timeShares(buckets: readonly AnswerBucket[], band: Band) {
  const scores = buckets.flatMap(({ point }) => (point?.state === 'known' ? [scoreOf(band, point.value)] : []));
  if (scores.length === 0) return null;
  const share = (from: number, to: number) =>
    scores.filter((score) => score >= from && score <= to).length / scores.length;
  return { good: share(4, 5), average: share(3, 3), critical: share(1, 2), count: scores.length };
}
