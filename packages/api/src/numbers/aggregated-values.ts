import { err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import {
  type Coverage,
  findMetric,
  type LabelledValue,
  type MeasurementQuery,
  type RawCondition,
  type RawFilters,
  type RawQuery,
} from '@atrium/domain/numbers';
import { parseQuery } from '@atrium/domain/numbers/parsing';
import type { WidgetType } from '@atrium/domain/pages/definitions';
import type { Sizes } from '../platform/graphql/cost/declared-cost.ts';
import type { Answer } from './planner/answer/answer.ts';
import { estimateMetricsCost } from './query-cost.ts';

/** One metric of a widget, as a number or as rows. */
export interface AggregatedValue {
  readonly metric: string;
  readonly unit: string;
  readonly value: number | null;
  readonly state: 'known' | 'missing' | 'closed';
  readonly partial: boolean;
  /** Unsupported descriptors, when a value is missing for that reason. */
  readonly notTold: readonly string[];
  readonly data: readonly LabelledValue[];
  readonly coverage: Coverage | null;
  readonly problem: string | null;
}

type Ids = readonly number[] | null | undefined;

export interface AskedValues {
  readonly metrics: readonly string[];
  readonly deviceIds?: Ids;
  readonly zoneIds?: Ids;
  readonly passageIds?: Ids;
  readonly installationId?: number | null | undefined;
  readonly organizationId?: number | null | undefined;
  readonly filters?: RawFilters | null | undefined;
  readonly widgetType?: WidgetType | null | undefined;
}

interface MetricQuery {
  readonly metric: string;
  readonly query: Result<MeasurementQuery, Failure>;
}

const maxMetrics = 50;

/** Builds the queries of a widget, one per metric. NOT_FOUND for another organization, as for an unknown one. */
export function buildMetricQueries(
  asked: AskedValues,
  organizationId: number,
): Result<readonly MetricQuery[], Failure> {
  if (asked.organizationId != null && asked.organizationId !== organizationId)
    return err(failure('NOT_FOUND', `There is no organization ${asked.organizationId}.`, 'organizationId'));
  if (asked.metrics.length > maxMetrics)
    return err(failure('BAD_INPUT', `At most ${maxMetrics} metrics can be asked at once.`, 'metrics'));
  const conditions = conditionsOf(asked);
  if (conditions.some(({ values }) => values.length === 0))
    return err(failure('NOT_FOUND', 'Nothing is both named and left by the filters.', 'filters'));
  return ok(asked.metrics.map((metric) => ({ metric, query: parseQuery(rawQuery(metric, asked, conditions)) })));
}

/** Returns the total cost of the queries of a widget. */
export function estimateValuesCost(asked: AskedValues, sizes: Sizes): number {
  return estimateMetricsCost(rawQuery('', asked, conditionsOf(asked)), asked.metrics.slice(0, maxMetrics), sizes);
}

/** Ids and filters by the same criterion must both match. */
function conditionsOf({ installationId, zoneIds, passageIds, deviceIds, filters }: AskedValues): RawCondition[] {
  const asked = filters?.conditions ?? [];
  const named = new Map<string, readonly number[]>([
    ['INSTALLATIONS', installationId == null ? [] : [installationId]],
    ['ZONES', zoneIds ?? []],
    ['PASSAGES', passageIds ?? []],
    ['DEVICES', deviceIds ?? []],
  ]);
  const both = [...named]
    .filter(([, ids]) => ids.length > 0)
    .map(([criterion, ids]): RawCondition => {
      const same = asked
        .filter((condition) => condition.criterion === criterion)
        .map(({ operator, values }) => ({ isLeftOut: operator === 'NOT_IN', values: new Set(values) }));
      const left = ids.filter((id) => same.every(({ isLeftOut, values }) => values.has(String(id)) !== isLeftOut));
      return { criterion, values: left.map(String) };
    });
  return [...both, ...asked.filter(({ criterion }) => (named.get(criterion) ?? []).length === 0)];
}

function rawQuery(metric: string, asked: AskedValues, conditions: readonly RawCondition[]): RawQuery {
  const { passageIds, deviceIds, filters } = asked;
  const target = deviceIds?.length ? 'DEVICE' : passageIds?.length ? 'PASSAGE' : 'ZONE';
  return {
    metric,
    target,
    filters: { operator: filters?.operator, conditions },
    groupBy: asked.widgetType === 'table' ? [{ type: target === 'ZONE' ? 'ZONE_ID' : target }] : [],
  };
}

/** Converts an answer, or the error of an invalid query, to the value that a widget shows. */
export function toAggregatedValue(metric: string, outcome: Result<Answer, Failure>): AggregatedValue {
  const unit = findMetric(metric)?.unit ?? '';
  const unknown = { metric, unit, value: null, state: 'missing', partial: false, notTold: [] } as const;
  if (!outcome.ok) return { ...unknown, data: [], coverage: null, problem: outcome.error.message };
  const { data, coverage, notTold } = outcome.value;
  const answered = { ...unknown, unit: outcome.value.unit, data, coverage, notTold, problem: null };
  const [only] = data;
  if (data.length !== 1 || only === undefined) return answered;
  if (typeof only.value !== 'number')
    return { ...answered, state: only.state ?? 'missing', notTold: only.notTold ?? notTold };
  return { ...answered, value: only.value, state: 'known', partial: only.partial === true };
}
