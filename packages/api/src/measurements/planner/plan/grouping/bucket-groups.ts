import {
  type Expression,
  getValueAggregation,
  type MeasurementQuery,
  type Metric,
  percentiles,
} from '@atrium/domain/measurements';
import type { Topology } from '@atrium/domain/sites';
import { getSplits } from '../planned-series.ts';
import type { Timeline } from '../timeline.ts';
import { buildTimeSteps, type Grouped, type Step } from './time-steps.ts';

/** Counts of people. They are integers, so their sum does not depend on the order. */
const counted: ReadonlySet<Expression['type']> = new Set(['crossings', 'counted', 'topEntries', 'passersBy']);

/**
 * Whether a number is independent of how its time is grouped: a sum of counts, or a percentile of samples. Comparisons
 * and splits are evaluated bucket by bucket.
 */
function isOrderIndependent(metric: Metric, query: MeasurementQuery): boolean {
  const { expression } = metric;
  if (query.compare !== null || query.aggregation === 'EVOLUTION') return false;
  if (query.descriptors.length > 0 || getSplits(query).length > 0) return false;
  if (expression.type === 'crossings' && expression.gender !== undefined) return false;
  const aggregation = getValueAggregation(metric, query.aggregation);
  return expression.type === 'sampled'
    ? percentiles.has(aggregation)
    : aggregation === 'SUM' && counted.has(expression.type);
}

/** Groups a timeline's buckets if that at least halves the number of values. */
export function groupBuckets(
  plan: Grouped & { readonly metric: Metric },
  topology: Topology,
  timeline: Timeline,
): Timeline {
  const { buckets } = timeline;
  if (!isOrderIndependent(plan.metric, plan.query)) return timeline;
  const of = new Int32Array(buckets.length);
  let firsts = buckets.length === 0 ? [] : [0];
  for (const steps of buildTimeSteps(plan, topology, buckets).values()) firsts = cutGroups(of, steps);
  return 2 * firsts.length > buckets.length ? timeline : { ...timeline, groups: { of, firsts } };
}

/** Splits each group by step and renumbers the groups; returns the first bucket of each. */
function cutGroups(of: Int32Array, steps: readonly Step[]): number[] {
  const firsts: number[] = [];
  const cut = new Map<string, number[]>();
  for (let bucket = 0; bucket < of.length; bucket++) {
    const { key } = steps[bucket] as Step;
    const parts = cut.get(key) ?? [];
    cut.set(key, parts);
    const group = of[bucket] as number;
    const part = parts[group] ?? firsts.length;
    if (part === firsts.length) firsts.push(bucket);
    parts[group] = part;
    of[bucket] = part;
  }
  return firsts;
}
