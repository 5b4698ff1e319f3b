import type { Instant } from '@atrium/domain/core';
import { cutTimeline, type Timeline } from '../plan/timeline.ts';
import type { Evaluation } from './evaluation.ts';

const known = new WeakMap<Timeline, { readonly now: Instant; readonly past: Timeline }>();

/**
 * Limits the evaluation to the time that has begun. Readings from the future (device clocks ahead) count once that time
 * has come. Shared timelines stay shared, so that they are read together.
 */
export function limitToNow<One extends Pick<Evaluation, 'timeline' | 'now'>>(evaluation: One): One {
  const { timeline, now } = evaluation;
  if ((timeline.edges.at(-1) ?? now) <= now + 1) return evaluation;
  const kept = known.get(timeline);
  const past = kept?.now === now ? kept.past : pastOf(timeline, now + 1);
  known.set(timeline, { now, past });
  return { ...evaluation, timeline: past };
}

/** Same buckets; those that have not begun have no pieces. */
function pastOf(timeline: Timeline, end: Instant): Timeline {
  const cut = cutTimeline(timeline, [end]);
  const last = cut.edges.indexOf(end);
  return last <= 0
    ? { ...timeline, edges: [], bucketOf: [] }
    : { ...cut, edges: cut.edges.slice(0, last + 1), bucketOf: cut.bucketOf.slice(0, last) };
}
