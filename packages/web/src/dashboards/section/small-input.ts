import type { AnswerBucket } from '@atrium/domain/dashboards';
import type { SmallInput } from '../../charts/index.ts';
import type { SectionModel } from './section-model.ts';

/** Meters and air run through the night: small pictures show all of the time asked for, all the same stretch. */
export function smallInput(buckets: readonly AnswerBucket[], { metrics }: SectionModel, now: number): SmallInput {
  const all = metrics[0]?.buckets ?? buckets;
  return {
    span: { from: all[0]?.from ?? 0, to: all.at(-1)?.to ?? 1 },
    buckets: buckets.map((bucket) => ({ ...bucket, label: '' })),
    now,
  };
}
