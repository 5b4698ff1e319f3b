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

/** What has to be read for a metric: itself, both sides of a ratio, or all the samples it scores. */
export function quantitiesOf({ kind, expression }: Metric): readonly Quantity[] {
  if (expression.type === 'ratio') return [expression.numerator, expression.denominator];
  if (expression.type === 'difference') return [expression.minuend, expression.subtrahend];
  if (expression.type === 'scores')
    return expression.of.map((metric) => ({ kind: 'sample', expression: { type: 'sampled', metric } }));
  return [{ kind: foldingOf[kind as keyof typeof foldingOf], expression }];
}

/**
 * Whether a metric is a ratio of sums, which is made of the intervals in which both of its sides are complete. A share of
 * the time in which a state is known needs no more than that time.
 */
export function isRatioOfSums({ kind, expression }: Metric): boolean {
  return kind === 'ratio' && expression.type === 'ratio' && expression.numerator.expression.type !== 'statusTime';
}

const ofZones: ReadonlySet<Source['type']> = new Set([
  'inside',
  'setting',
  'corrected',
  'refusals',
  'topEntries',
  'sales',
]);

/** Whether what a metric counts may be told apart by a descriptor: each side of it must carry the descriptor. */
export function canBeSplit(metric: Metric, by: DescriptorName): boolean {
  const read = quantitiesOf(metric).filter(({ expression }) => expression.type !== 'setting');
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

/** The metrics of which it matters to a metric which devices ever told them: where others count depends on it. */
export function placedBy(metric: Metric): readonly string[] {
  return quantitiesOf(metric).flatMap(({ expression }) => {
    if (expression.type === 'crossings' && expression.where !== undefined) return [expression.where];
    if (expression.type === 'counted' && isOfTags(expression.metric)) return [expression.metric];
    return expression.type === 'inside' && expression.of === 'tags' ? tagCrossings : [];
  });
}

/** What readers count of tags that come and go. */
export const tagCrossings = ['uwbAffluenceIn', 'uwbAffluenceOut'] as const;

/** Whether readers tell it of the tags about them: that of a zone speaks for those inside the zone. */
export function isOfTags(metric: string): boolean {
  return metric.startsWith('uwb');
}

/** Whether a metric is about an area, so that a passage or a device by itself has none. */
export function belongsToZones(metric: Metric): boolean {
  return quantitiesOf(metric).some(({ expression }) => ofZones.has(expression.type));
}

/** Whether its numbers are people: then 0 is nobody. */
export function isOfPeople({ unit }: Metric): boolean {
  return unit === 'visitors' || unit === 'people' || unit === 'groups';
}
