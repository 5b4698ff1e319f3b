import type { Metric, MetricKind } from './metric.ts';

/** Every way to make one number of several. Named as the GraphQL enum names them. */
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

/** Those that relate finished numbers to each other: to an earlier time, or to the whole they are part of. */
export const relations = ['EVOLUTION', 'PERCENTAGE', 'WEIGHTED_PERCENTAGE'] as const satisfies readonly Aggregation[];

/** The aggregations that a fold computes from values. */
export type ValueAggregation = Exclude<Aggregation, (typeof relations)[number]>;

/** How large a share of the values lies below. */
export const percentiles: ReadonlyMap<Aggregation, number> = new Map([
  ['MEDIAN', 0.5],
  ['P25', 0.25],
  ['P75', 0.75],
  ['P95', 0.95],
]);

interface KindRule {
  /** What "the number" of such a metric is when nobody says otherwise. */
  readonly own: ValueAggregation;
  readonly allowed: ReadonlySet<Aggregation>;
}

const ofValues = ['MIN', 'MAX', 'AVERAGE', 'FIRST', 'LAST', 'MEDIAN', 'P25', 'P75', 'P95'] as const;
const counts: KindRule = { own: 'SUM', allowed: new Set([...ofValues, 'SUM', 'COUNT', 'EVOLUTION', 'PERCENTAGE']) };
const ratios: KindRule = { own: 'AVERAGE', allowed: new Set([...ofValues, 'EVOLUTION', 'WEIGHTED_PERCENTAGE']) };
const states: KindRule = { own: 'AVERAGE', allowed: new Set(['AVERAGE', 'MIN', 'MAX', 'FIRST', 'LAST', 'EVOLUTION']) };

/** Which aggregations make sense for a kind. A sum of temperatures doesn't. */
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
  // What has added up so far: a later total holds the earlier ones.
  total: { own: 'LAST', allowed: new Set(['FIRST', 'LAST', 'MIN', 'MAX', 'EVOLUTION']) },
  score: { own: 'AVERAGE', allowed: new Set(['AVERAGE', 'MIN', 'MAX', 'FIRST', 'LAST']) },
  // Somebody who comes on two days is one visitor of both: smaller intervals never add up.
  distinct: { own: 'COUNT', allowed: new Set(['COUNT', 'MIN', 'MAX', 'AVERAGE', 'MEDIAN', 'EVOLUTION']) },
  status: { own: 'MAX', allowed: new Set(['MIN', 'MAX', 'FIRST', 'LAST', 'PERCENTAGE']) },
};

/** What "the number" of a metric is when nobody says otherwise. */
export function ownAggregation({ kind, own }: Metric): ValueAggregation {
  return own ?? kindRules[kind].own;
}

/** What a metric is in itself, where the asked aggregation relates finished numbers. */
export function valueAggregation(metric: Metric, asked: Aggregation): ValueAggregation {
  return (relations as readonly Aggregation[]).includes(asked) ? ownAggregation(metric) : (asked as ValueAggregation);
}

/** Stands in a metric's unit for the currency of its site. */
const currencyMark = 'currency';

/**
 * The unit of an answer: a relation is in %, a count of values has none, and money is in the currency of its sites.
 * Where that is not known the mark for it stays.
 */
export function answeredUnit(metric: Metric, asked: Aggregation, currency: string | null): string {
  if ((relations as readonly Aggregation[]).includes(asked)) return '%';
  if (asked === 'COUNT' && ownAggregation(metric) !== 'COUNT') return '';
  return metric.unit.replace(currencyMark, currency ?? currencyMark);
}

/** A metric as an answer gives it: in its unit, and with the kind and decimals that numbers of that unit have. */
export function answeredMetric(metric: Metric, unit: string): Metric {
  if (unit === metric.unit) return metric;
  if (unit === '%') return { ...metric, unit, kind: 'ratio', decimals: Math.max(1, Math.min(2, metric.decimals)) };
  if (unit === '') return { ...metric, unit, kind: 'count', decimals: 0 };
  return { ...metric, unit };
}
