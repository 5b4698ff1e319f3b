import { getConditionType, type Watch } from '@atrium/domain/alerts';
import type { Span } from '@atrium/domain/core';
import { roundUpGranularity } from '@atrium/domain/core';
import { emptyQuery, findMetric, getDefaultAggregation, type MeasurementQuery } from '@atrium/domain/measurements';
import type { Observed } from './observed.ts';

const day = 86_400;
/** Limit of intervals per query: without a known reporting interval, the statement lists every one. */
const maxIntervals = 4800;

/** Splits a span into parts for one query each, oldest first. Parts are whole days, so that no interval is split. */
export function splitSpan({ from, to }: Span, interval: number): readonly Span[] {
  const length = Math.max(1, Math.floor((maxIntervals * interval) / day)) * day * 1000;
  const count = Math.max(1, Math.ceil((to - from) / length));
  return Array.from({ length: count }, (_, index) => ({
    from: from + index * length,
    to: Math.min(to, from + (index + 1) * length),
  }));
}

/** Builds the query for one metric of a place, with one point per interval. */
export function buildQuery(
  { place, aggregation, deviceIds }: Watch,
  id: string,
  span: Span,
  { site, condition }: Observed,
): MeasurementQuery {
  const metric = findMetric(id);
  if (metric === undefined) throw new Error(`alerts watch ${id}, which is no metric`);
  const only = (ids: readonly number[]) => ({ exclude: false, ids: [...ids].sort((a, b) => a - b) });
  const { interval } = getConditionType(condition.type);
  return {
    ...emptyQuery,
    metric: id,
    aggregation: metric.kind === 'status' ? 'LAST' : (aggregation ?? getDefaultAggregation(metric)),
    target: place.kind === 'passage' ? 'PASSAGE' : place.kind === 'device' ? 'DEVICE' : 'ZONE',
    periods: [{ kind: 'span', span }],
    granularity: roundUpGranularity(interval),
    groupBy: [{ type: 'DATE', granularity: roundUpGranularity(interval), period: null, ids: null }],
    installations: only([site.id]),
    zones: place.kind === 'zone' ? only([place.id]) : null,
    passages: place.kind === 'passage' ? only([place.id]) : null,
    devices: place.kind === 'device' ? only([place.id]) : deviceIds.length > 0 ? only(deviceIds) : null,
  };
}
