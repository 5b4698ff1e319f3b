import { buildBuckets, granularity, type Instant, type Span, toSiteDay } from '@atrium/domain/core';
import {
  buildComparisonBuckets,
  type CompareMode,
  compareElapsed,
  createUsualDays,
  resolveInterval,
} from '@atrium/domain/numbers';
import type { Topology } from '@atrium/domain/sites';
import type { EarlierTime, Plan, PlannedSite } from './plan-query.ts';
import { findChanges } from './plan-query.ts';
import { type Bucket, buildTimeline, type CutPeriod, cutPeriod, cutTimeline, type Timeline } from './timeline.ts';

/** Returns what a plan's comparison relates to; null without one. */
export function getCompareMode({ query }: Pick<Plan, 'query'>): CompareMode | null {
  if (query.aggregation === 'EVOLUTION') return 'PREVIOUS';
  return query.compare === 'EXPECTED' ? null : query.compare;
}

/**
 * Returns the times that a site's queried time is compared with. `until` is how far the present is known. A period in
 * progress and the compared ones end there, to the millisecond.
 */
export function planEarlier(plan: Plan, site: PlannedSite, until: Instant): EarlierTime[] {
  const mode = getCompareMode(plan);
  if (mode === null) return [];
  const { topology, spans, timeline } = site;
  const periods = spans.map((span) => cutPeriod(topology, span, plan.grain.base, plan.grain.dates));
  const compared = spans.map((span) => comparePeriod(topology, span, plan, mode, until));
  const shifts = Math.max(0, ...compared.map((one) => one.length));
  const isUsual = mode === 'USUAL' ? usualFinder(site, compared) : null;
  return Array.from({ length: shifts }, (_, shift) => {
    // Long periods are shifted fewer times than short ones.
    const parts = compared.map((one) => one[shift] ?? nothing);
    const cutAt = parts.find((part) => part.cutAt !== null)?.cutAt ?? null;
    const whole = buildTimeline(
      topology,
      parts.map((part) => part.period),
      plan.query,
      true,
    );
    const then = { ...cutTimeline(whole, findChanges(topology, plan.metric)), cutAt };
    const matches = matchBuckets(timeline, then, periods, parts);
    const counts = (index: number) => isUsual?.(timeline.buckets[index] as Bucket, shift) ?? true;
    return { timeline: then, matches: matches.map((match, index) => (counts(index) ? match : null)) };
  });
}

/** Returns a test whether a shift of a bucket's period counts as usual for its day. */
function usualFinder({ topology, spans }: PlannedSite, compared: readonly (readonly ComparedPeriod[])[]) {
  const found = compared.map((shifts) => createUsualDays(topology, shifts));
  return ({ from }: Bucket, shift: number): boolean => {
    const period = spans.findIndex((span) => span.from <= from && from < span.to);
    return found[period]?.(toSiteDay(topology, from)).includes(shift) ?? false;
  };
}

interface ComparedPeriod {
  readonly period: CutPeriod;
  readonly matches: readonly (number | null)[];
  readonly cutAt: Instant | null;
  /** Shift back, in ms of local time. */
  readonly shift: number;
}

const nothing: ComparedPeriod = {
  period: { width: granularity.hour, buckets: { edges: [] }, dates: [] },
  matches: [],
  cutAt: null,
  shift: 0,
};

function comparePeriod(
  topology: Topology,
  span: Span,
  { grain: { base }, query: { comparedWithin } }: Plan,
  mode: CompareMode,
  until: Instant,
): ComparedPeriod[] {
  const whole = comparedWithin === null ? span : resolveInterval(topology, comparedWithin);
  const { current, shifted } = compareElapsed(topology, span, mode, until, whole);
  const isCut = current.to < span.to && current.from < current.to;
  const buckets = buildBuckets(topology, current, base);
  return shifted.map((one) => {
    const { matches, ...then } = buildComparisonBuckets(topology, buckets, base, one);
    return {
      period: { width: base, buckets: then, dates: [] },
      matches,
      cutAt: isCut ? one.span.to : null,
      shift: one.shift,
    };
  });
}

/**
 * Converts matches within periods into matches within timelines without filtered days. Finds buckets by their start.
 */
function matchBuckets(
  timeline: Timeline,
  then: Timeline,
  periods: readonly CutPeriod[],
  compared: readonly ComparedPeriod[],
): (number | null)[] {
  const indexThen = new Map(then.buckets.map((bucket, index) => [bucket.from, index]));
  const matchAt = new Map<Instant, number>();
  for (const [number, { period, matches }] of compared.entries()) {
    const { edges } = (periods[number] as CutPeriod).buckets;
    for (const [index, match] of matches.entries()) {
      const begin = match === null ? undefined : period.buckets.edges[match];
      const found = begin === undefined ? undefined : indexThen.get(begin);
      if (found !== undefined) matchAt.set(edges[index] as Instant, found);
    }
  }
  return timeline.buckets.map((bucket) => matchAt.get(bucket.from) ?? null);
}
