import { granularity } from '@atrium/domain/core';
import type { AnswerBucket } from '@atrium/domain/dashboards';
import type { SmallInput } from '../../charts/index.ts';
import type { SectionModel } from './section-model.ts';

/**
 * Gives all small charts the same time span: the whole period, because meters and air run at night. For people it is
 * limited to the opening hours.
 */
export function buildSectionSmallInput(
  buckets: readonly AnswerBucket[],
  { metrics, closed, width }: SectionModel,
  now: number,
): SmallInput {
  const all = metrics[0]?.buckets ?? buckets;
  const isShut = ({ from, to }: AnswerBucket) => closed.some((shut) => shut.from <= from && to <= shut.to);
  const isOfPeople = metrics[0]?.metric.kind === 'flow' && width < granularity.day;
  const open = isOfPeople ? all.filter((bucket) => !isShut(bucket)) : all;
  const shown = open.length > 0 ? open : all;
  return {
    span: { from: shown[0]?.from ?? 0, to: shown.at(-1)?.to ?? 1 },
    buckets: buckets.map((bucket) => ({ ...bucket, label: '' })),
    now,
  };
}
