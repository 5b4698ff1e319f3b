import type { GroupBy, MeasurementQuery } from './measurement-query.ts';
import {
  type Aggregation,
  findMetric,
  getDefaultAggregation,
  getLimitParts,
  getStatusParts,
  getVisitorParts,
  kindRules,
  type Metric,
  type MetricPart,
} from './metrics/index.ts';

/** Metric that a query's leaves consist of, with its labels in the groupings. */
export interface Facet {
  readonly metric: Metric;
  readonly aggregation: Aggregation;
  /** By position in the query's groupings; empty unless a grouping separates metrics or their parts. */
  readonly labels: ReadonlyMap<number, FacetLabel>;
}

export interface FacetLabel {
  readonly label: string;
  readonly order: number;
}

type Divider = (metric: Metric, query: MeasurementQuery) => readonly MetricPart[] | null;

/** Groupings that separate parts of a metric rather than places, times or people. */
const dividers: Readonly<Partial<Record<GroupBy['type'], Divider>>> = {
  COMPLEMENTARY: (metric, { complementary }) => {
    const other = complementary === null ? undefined : findMetric(complementary);
    return other === undefined ? null : [metric, other].map((one) => ({ label: one.id, metric: one }));
  },
  VISITORS: getVisitorParts,
  LIMIT: getLimitParts,
  STATUS: getStatusParts,
};

/** Returns every metric that a query needs, the main one first. Null when a grouping does not fit its metric. */
export function getFacets(query: MeasurementQuery): readonly Facet[] | null {
  const main = findMetric(query.metric);
  if (main === undefined) throw new Error(`a query about ${query.metric}, which is no metric`);
  let facets: readonly Omit<Facet, 'aggregation'>[] = [{ metric: main, labels: new Map() }];
  for (const [index, { type }] of query.groupBy.entries()) {
    const divide = dividers[type];
    if (divide === undefined) continue;
    const parts = facets.map(({ metric, labels }) => ({ labels, parts: divide(metric, query) }));
    if (parts.some((one) => one.parts === null)) return null;
    facets = parts.flatMap(({ labels, parts: found }) =>
      (found ?? []).map(({ label, metric }, order) => ({
        metric,
        labels: new Map([...labels, [index, { label, order }]]),
      })),
    );
  }
  return facets.map((facet) => ({ ...facet, aggregation: aggregationOf(facet.metric, query.aggregation) }));
}

/** Returns the aggregation of the main metric if the other one allows it, otherwise the other's default. */
function aggregationOf(metric: Metric, asked: Aggregation): Aggregation {
  return kindRules[metric.kind].allowed.has(asked) ? asked : getDefaultAggregation(metric);
}
