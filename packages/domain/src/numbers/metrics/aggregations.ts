import type { Metric, MetricKind } from './metric.ts';

/** All aggregations, named as in the GraphQL enum. */
export const aggregations = [
  'MIN',
  'MAX',
  'AVERAGE',
  'SUM',
  'FIRST',
  'LAST',
  'MEDIAN',
  'COUNT',
  'EVOLUTION',
  'PERCENTAGE',
  'WEIGHTED_PERCENTAGE',
  'P25',
  'P75',
  'P95',
] as const;

export type Aggregation = (typeof aggregations)[number];

/** Aggregations that relate final numbers to an earlier time, or to the whole they are part of. */
export const relations = ['EVOLUTION', 'PERCENTAGE', 'WEIGHTED_PERCENTAGE'] as const satisfies readonly Aggregation[];

/** Aggregations that a fold computes from values. */
export type ValueAggregation = Exclude<Aggregation, (typeof relations)[number]>;

/** Share of the values that lies below. */
export const percentiles: ReadonlyMap<Aggregation, number> = new Map([
  ['MEDIAN', 0.5],
  ['P25', 0.25],
  ['P75', 0.75],
  ['P95', 0.95],
]);

interface KindRule {
  /** Default aggregation of a metric of this kind. */
  readonly own: ValueAggregation;
  readonly allowed: ReadonlySet<Aggregation>;
}

const ofValues = ['MIN', 'MAX', 'AVERAGE', 'FIRST', 'LAST', 'MEDIAN', 'P25', 'P75', 'P95'] as const;
const counts: KindRule = { own: 'SUM', allowed: new Set([...ofValues, 'SUM', 'COUNT', 'EVOLUTION', 'PERCENTAGE']) };
const ratios: KindRule = { own: 'AVERAGE', allowed: new Set([...ofValues, 'EVOLUTION', 'WEIGHTED_PERCENTAGE']) };
const states: KindRule = { own: 'AVERAGE', allowed: new Set(['AVERAGE', 'MIN', 'MAX', 'FIRST', 'LAST', 'EVOLUTION']) };

/** Aggregations that make sense for a kind. A sum of temperatures does not. */
export const kindRules: Readonly<Record<MetricKind, KindRule>> = {
  flow: counts,
  count: counts,
  money: counts,
  counter: counts,
  state: states,
  sample: { own: 'AVERAGE', allowed: new Set([...ofValues, 'COUNT', 'EVOLUTION']) },
  ratio: ratios,
  duration: ratios,
  density: states,
  // A running total: later values include earlier ones.
  total: { own: 'LAST', allowed: new Set(['FIRST', 'LAST', 'MIN', 'MAX', 'EVOLUTION']) },
  score: { own: 'AVERAGE', allowed: new Set(['AVERAGE', 'MIN', 'MAX', 'FIRST', 'LAST']) },
  // A visitor of two days counts once over both, so smaller intervals never add up.
  distinct: { own: 'COUNT', allowed: new Set(['COUNT', 'MIN', 'MAX', 'AVERAGE', 'MEDIAN', 'EVOLUTION']) },
  status: { own: 'MAX', allowed: new Set(['MIN', 'MAX', 'FIRST', 'LAST', 'PERCENTAGE']) },
};

/** Returns the default aggregation of a metric. */
export function getDefaultAggregation({ kind, own }: Metric): ValueAggregation {
  return own ?? kindRules[kind].own;
}

/** Returns the aggregation of values; the metric's default when the requested one relates final numbers. */
export function getValueAggregation(metric: Metric, asked: Aggregation): ValueAggregation {
  return (relations as readonly Aggregation[]).includes(asked)
    ? getDefaultAggregation(metric)
    : (asked as ValueAggregation);
}

/** Placeholder in a metric's unit for the currency of its site. */
const currencyMark = 'currency';

/**
 * Returns the unit of an answer: % for relations, none for counts of values, and the sites' currency for money. The
 * placeholder stays if the currency is unknown.
 */
export function getAnswerUnit(metric: Metric, asked: Aggregation, currency: string | null): string {
  if ((relations as readonly Aggregation[]).includes(asked)) return '%';
  if (asked === 'COUNT' && getDefaultAggregation(metric) !== 'COUNT') return '';
  return metric.unit.replace(currencyMark, currency ?? currencyMark);
}

/** Returns the metric as answered, with the kind and decimals of its unit. */
export function toAnswerMetric(metric: Metric, unit: string): Metric {
  if (unit === metric.unit) return metric;
  if (unit === '%') return { ...metric, unit, kind: 'ratio', decimals: Math.max(1, Math.min(2, metric.decimals)) };
  if (unit === '') return { ...metric, unit, kind: 'count', decimals: 0 };
  return { ...metric, unit };
}
