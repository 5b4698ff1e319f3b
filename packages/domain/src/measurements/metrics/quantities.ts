import type { Metric, MetricKind, Quantity, QuantityKind, Source } from './metric.ts';

const foldingOf: Readonly<Record<Exclude<MetricKind, 'ratio' | 'duration' | 'density'>, QuantityKind>> = {
  flow: 'flow',
  count: 'flow',
  counter: 'flow',
  total: 'flow',
  state: 'state',
  sample: 'sample',
  score: 'sample',
  distinct: 'distinct',
  status: 'status',
};

/** What has to be read for a metric: itself, both sides of a ratio, or all the samples it scores. */
export function quantitiesOf({ kind, expression }: Metric): readonly Quantity[] {
  if (expression.type === 'ratio') return [expression.numerator, expression.denominator];
  if (expression.type === 'scores')
    return expression.of.map((metric) => ({ kind: 'sample', expression: { type: 'sampled', metric } }));
  return [{ kind: foldingOf[kind as keyof typeof foldingOf], expression }];
}

const split: ReadonlySet<Source['type']> = new Set(['counted', 'crossings', 'passersBy', 'topEntries']);
const ofZones: ReadonlySet<Source['type']> = new Set(['inside', 'setting', 'corrected', 'refusals', 'topEntries']);

/** Whether the people a metric counts may be told apart by descriptors. */
export function canBeSplit(metric: Metric): boolean {
  return quantitiesOf(metric).every(({ expression }) => split.has(expression.type));
}

/** Whether a metric is about an area, so that a passage or a device by itself has none. */
export function belongsToZones(metric: Metric): boolean {
  return quantitiesOf(metric).some(({ expression }) => ofZones.has(expression.type));
}
