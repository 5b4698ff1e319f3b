import type { AnswerBucket } from '@atrium/domain/pages';
import type { Bucket, SmallInput } from '../../charts/index.ts';
import type { CountingModel } from './counting-model.ts';

/** Gives all small charts the same time span: the opening hours of one day, or all of several days. */
export function buildSmallInput(
  buckets: readonly AnswerBucket[],
  model: CountingModel,
  now: number | null,
): SmallInput {
  return { span: stretchOf(model), buckets: buckets.map(unnamed), now };
}

/** Returns today's people inside. Uses the other cards' time span while they show today. */
export function buildTodayInput(model: CountingModel, now: number): SmallInput {
  const buckets = model.inside.map(unnamed);
  const shared = stretchOf(model);
  const own = busyStretch(buckets) ?? shared;
  return {
    span: shared.from <= now && now < shared.to && shared.to - shared.from < 90_000_000 ? shared : own,
    buckets,
    now,
  };
}

function stretchOf({ entries, closed }: CountingModel): SmallInput['span'] {
  const from = entries.buckets[0]?.from ?? 0;
  const to = entries.buckets.at(-1)?.to ?? 1;
  const lead = closed.find((span) => span.from === from && span.to < to);
  const tail = closed.find((span) => span.to === to && span.from > from);
  return { from: lead?.to ?? from, to: tail?.from ?? to };
}

function busyStretch(buckets: readonly Bucket[]): SmallInput['span'] | null {
  const busy = buckets.filter(
    (bucket) => (bucket.usual ?? 0) > 0 || (bucket.point?.state === 'known' && bucket.point.value > 0),
  );
  const [first] = busy;
  const last = busy.at(-1);
  return first && last ? { from: first.from, to: last.to } : null;
}

function unnamed(bucket: AnswerBucket): Bucket {
  return { ...bucket, label: '' };
}
