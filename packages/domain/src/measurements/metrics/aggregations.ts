import type { MetricKind } from './metric.ts';

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
  'P25',
  'P75',
  'P95',
] as const;

export type Aggregation = (typeof aggregations)[number];

/** The aggregations that a fold computes from values; the other two relate finished numbers to each other. */
export type ValueAggregation = Exclude<Aggregation, 'EVOLUTION' | 'PERCENTAGE'>;

interface KindRule {
  /** What "the number" of such a metric is when nobody says otherwise. */
  readonly own: ValueAggregation;
  readonly allowed: ReadonlySet<Aggregation>;
}

const ofValues = ['MIN', 'MAX', 'AVERAGE', 'FIRST', 'LAST', 'MEDIAN', 'P25', 'P75', 'P95'] as const;

/** Which aggregations make sense for a kind. A sum of temperatures doesn't. */
export const kindRules: Readonly<Record<MetricKind, KindRule>> = {
  flow: { own: 'SUM', allowed: new Set([...ofValues, 'SUM', 'COUNT', 'EVOLUTION', 'PERCENTAGE']) },
  state: { own: 'AVERAGE', allowed: new Set(['AVERAGE', 'MIN', 'MAX', 'FIRST', 'LAST', 'EVOLUTION']) },
  sample: { own: 'AVERAGE', allowed: new Set([...ofValues, 'COUNT', 'EVOLUTION']) },
  ratio: { own: 'AVERAGE', allowed: new Set([...ofValues, 'EVOLUTION']) },
};
