import type { DescriptorName } from '../readings/index.ts';
import { sendableMetrics } from '../readings/sendable-metrics.ts';
import type { Metric, MetricKind, Quantity, QuantityKind, Source } from './metric.ts';

const foldingOf: Readonly<Record<Exclude<MetricKind, 'ratio' | 'duration' | 'density'>, QuantityKind>> = {
  flow: 'flow',
  count: 'flow',
  counter: 'flow',
  total: 'flow',
  money: 'flow',
  state: 'state',
  sample: 'sample',
  score: 'sample',
  distinct: 'distinct',
  status: 'status',
};

/** Returns the quantities read for a metric: itself, both sides of a ratio, or the scored samples. */
export function getQuantities({ kind, expression }: Metric): readonly Quantity[] {
  if (expression.type === 'ratio') return [expression.numerator, expression.denominator];
  if (expression.type === 'difference') return [expression.minuend, expression.subtrahend];
  if (expression.type === 'scores')
    return expression.of.map((metric) => ({ kind: 'sample', expression: { type: 'sampled', metric } }));
  return [{ kind: foldingOf[kind as keyof typeof foldingOf], expression }];
}

/**
 * Whether a metric is a ratio of sums: its sides belong together, so an incomplete one excludes its interval from
 * comparisons. The share of the time in a status needs no complete intervals.
 */
export function isRatioOfSums({ kind, expression }: Metric): boolean {
  return kind === 'ratio' && expression.type === 'ratio' && expression.numerator.expression.type !== 'statusTime';
}

/**
 * Whether a metric divides one state by another over time (people by their limit or area). Its mean uses all the time
 * in which both are known, so that it does not depend on the width of intervals.
 */
export function isRatioOfStates({ expression }: Metric): boolean {
  if (expression.type !== 'ratio' || expression.numerator.expression.type === 'statusTime') return false;
  return expression.numerator.kind === 'state' && expression.denominator.kind === 'state';
}

const ofZones: ReadonlySet<Source['type']> = new Set([
  'inside',
  'setting',
  'corrected',
  'refusals',
  'topEntries',
  'sales',
]);

/** Whether a metric may be split by a descriptor: each side of it must carry the descriptor. */
export function canBeSplit(metric: Metric, by: DescriptorName): boolean {
  const read = getQuantities(metric).filter(({ expression }) => expression.type !== 'setting');
  return read.length > 0 && read.every(({ expression }) => describedBy(expression).includes(by));
}

function describedBy(expression: Source): readonly DescriptorName[] {
  switch (expression.type) {
    case 'crossings':
    case 'topEntries':
    case 'passersBy':
      return sendableMetrics.get('affluenceIn')?.descriptors ?? [];
    case 'counted':
    case 'metered':
      return sendableMetrics.get(expression.metric)?.descriptors ?? [];
    default:
      return [];
  }
}

/** Returns metrics whose reporting devices decide where this metric counts. */
export function getPlacingMetrics(metric: Metric): readonly string[] {
  return getQuantities(metric).flatMap(({ expression }) => {
    if (expression.type === 'crossings' && expression.where !== undefined) return [expression.where];
    if (expression.type === 'counted' && isTagMetric(expression.metric)) return [expression.metric];
    return expression.type === 'inside' && expression.of === 'tags' ? tagCrossings : [];
  });
}

/** Crossings of tags, as readers count them. */
export const tagCrossings = ['uwbAffluenceIn', 'uwbAffluenceOut'] as const;

/** Whether tag readers report the metric. A zone's own reader also counts for its inner zones. */
export function isTagMetric(metric: string): boolean {
  return metric.startsWith('uwb');
}

/** Whether a metric belongs to an area, so that single passages or devices have no value. */
export function belongsToZones(metric: Metric): boolean {
  return getQuantities(metric).some(({ expression }) => ofZones.has(expression.type));
}

/** Whether its numbers are people, so that 0 means none. */
export function isPeopleMetric({ unit }: Metric): boolean {
  return unit === 'visitors' || unit === 'people' || unit === 'groups';
}

/** Whether the metric is what the tariffs of a site make of a meter's readings. */
export const isCost = ({ expression }: Pick<Metric, 'expression'>): boolean =>
  expression.type === 'metered' && expression.as === 'cost';
