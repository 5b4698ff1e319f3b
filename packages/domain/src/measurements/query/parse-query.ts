import {
  err,
  estimateBuckets,
  type Failure,
  failure,
  type Granularity,
  granularities,
  isGranularity,
  minutesOfTime,
  ok,
  type Result,
  type Span,
  wallOf,
} from '../../core/index.ts';
import {
  type Aggregation,
  aggregations,
  belongsToZones,
  canBeSplit,
  findMetric,
  kindRules,
  type Metric,
  ownAggregation,
} from '../metrics/index.ts';
import { type CompareMode, compareModes, type DateInterval, type HourFilter } from '../periods/index.ts';
import type { GroupBy, MeasurementQuery, Sort } from './measurement-query.ts';
import { parseConditions } from './parse-conditions.ts';
import type { RawGroupBy, RawHours, RawQuery, RawSort } from './raw-query.ts';
import { groupByTypes, isDescriptorCriterion, type Target, targets } from './vocabulary.ts';

/** An answer has at most this many points; a wider question is refused before anything is read. */
export const maxPoints = 20_000;

/** Checks a query from outside and brings it into its canonical form. The failure names the field and says what it takes. */
export function parseQuery(raw: RawQuery): Result<MeasurementQuery, Failure> {
  const metric = findMetric(raw.metric);
  if (metric === undefined) return refuse('metric', `There is no metric "${raw.metric.slice(0, 60)}".`);
  if (raw.complementary != null || raw.passageType != null)
    return refuse('complementary', 'Complementary metrics and passage types are not supported.');
  const conditions = parseConditions(raw.filters);
  if (!conditions.ok) return conditions;
  const groupBy = parseGroupBy(raw.groupBy ?? []);
  if (!groupBy.ok) return groupBy;
  const aggregation = parseAggregation(raw, metric);
  if (!aggregation.ok) return aggregation;
  const target = parseWord('target', raw.target ?? 'ZONE', targets);
  if (!target.ok) return target;
  const compare = raw.compare == null ? ok(null) : parseWord('compare', raw.compare, compareModes);
  if (!compare.ok) return compare;
  const granularity = parseGranularity(raw.granularity);
  if (!granularity.ok) return granularity;
  const hours = parseHours(raw.hours);
  if (!hours.ok) return hours;
  const sort = parseSort(raw.sortBy);
  if (!sort.ok) return sort;
  if (raw.limit != null && (!Number.isInteger(raw.limit) || raw.limit < 1))
    return refuse('limit', 'limit must be a whole number above 0.');
  const query: MeasurementQuery = {
    metric: metric.id,
    aggregation: aggregation.value,
    target: target.value as Target,
    ...conditions.value,
    hours: hours.value,
    granularity: granularity.value,
    groupBy: groupBy.value,
    compare: compare.value as CompareMode | null,
    sort: sort.value,
    limit: raw.limit ?? null,
  };
  return checkSense(query, metric);
}

function parseAggregation(raw: RawQuery, metric: Metric): Result<Aggregation, Failure> {
  // The innermost grouping's word counts: it is the one that says how values become one.
  const innermost = raw.groupBy?.findLast((group) => group.aggregation != null)?.aggregation;
  const asked = innermost ?? raw.aggregation;
  const rules = kindRules[metric.kind];
  if (asked == null) return ok(ownAggregation(metric));
  const aggregation = aggregations.find((known) => known === asked);
  if (aggregation === undefined) return refuse('aggregation', `"${asked.slice(0, 40)}" is no aggregation.`);
  if (!rules.allowed.has(aggregation))
    return refuse(
      'aggregation',
      `${aggregation} of ${metric.id} makes no sense: a ${metric.kind} takes ${[...rules.allowed].join(', ')}.`,
    );
  return ok(aggregation);
}

function parseGroupBy(raw: readonly RawGroupBy[]): Result<GroupBy[], Failure> {
  if (raw.length > 6) return refuse('groupBy', 'An answer nests at most six groupings.');
  const groups: GroupBy[] = [];
  for (const group of raw) {
    const type = groupByTypes.find((known) => known === group.type);
    if (type === undefined) return refuse('groupBy', `Grouping by "${group.type.slice(0, 40)}" is not supported.`);
    const granularity = parseGranularity(group.granularity);
    if (!granularity.ok) return granularity;
    groups.push({ type, granularity: type === 'DATE' ? granularity.value : null });
  }
  return ok(groups);
}

function parseGranularity(seconds: number | null | undefined): Result<Granularity | null, Failure> {
  if (seconds == null) return ok(null);
  if (isGranularity(seconds)) return ok(seconds);
  return refuse('granularity', `granularity is in seconds, one of ${granularities.join(', ')}.`);
}

function parseHours(raw: RawHours | null | undefined): Result<HourFilter | null, Failure> {
  if (raw == null || (raw.openingOnly !== true && raw.from == null && raw.to == null)) return ok(null);
  if (raw.openingOnly === true)
    return raw.from == null && raw.to == null
      ? ok({ openingOnly: true })
      : refuse('hours', 'hours takes either openingOnly or from and to.');
  if (raw.from == null || raw.to == null || minutesOfTime(raw.from) === null || minutesOfTime(raw.to) === null)
    return refuse('hours', 'hours needs from and to as "HH:mm", 00:00 to 24:00.');
  return raw.from === raw.to ? refuse('hours', 'hours is empty: from equals to.') : ok({ from: raw.from, to: raw.to });
}

function parseSort(raw: RawSort | null | undefined): Result<Sort | null, Failure> {
  if (raw == null) return ok(null);
  const by = parseWord('sortBy', raw.type, ['LABEL', 'VALUE'] as const);
  if (!by.ok) return by;
  const order = parseWord('sortBy', raw.order ?? 'ASC', ['ASC', 'DESC'] as const);
  return order.ok ? ok({ by: by.value, order: order.value }) : order;
}

/** Refuses combinations that have no answer, whoever asks. */
function checkSense(query: MeasurementQuery, metric: Metric): Result<MeasurementQuery, Failure> {
  const splits = query.descriptors.length > 0 || query.groupBy.some((group) => isDescriptorCriterion(group.type));
  if (splits && !canBeSplit(metric))
    return refuse('groupBy', `${metric.id} can't be split by gender, age or engagement: only counted people can.`);
  if (query.target !== 'ZONE' && belongsToZones(metric))
    return refuse('target', `${metric.id} belongs to zones: ask for target ZONE.`);
  if (countPoints(query) > maxPoints)
    return err(
      failure('RANGE_TOO_WIDE', `More than ${maxPoints} points: ask for a shorter range or a coarser granularity.`),
    );
  return ok(query);
}

/** Points on the finest time axis that the query names itself; the planner counts again with the zones it finds. */
function countPoints(query: MeasurementQuery): number {
  const widths = query.groupBy.flatMap((group) =>
    group.type === 'DATE' && group.granularity ? [group.granularity] : [],
  );
  if (query.granularity !== null) widths.push(query.granularity);
  if (widths.length === 0) return 0;
  const width = Math.min(...widths) as Granularity;
  return query.periods.reduce((sum, period) => sum + estimateBuckets(asSpan(period), width), 0);
}

function asSpan(period: DateInterval): Span {
  return period.kind === 'span' ? period.span : { from: wallOf(period.days.from, 0), to: wallOf(period.days.to, 0) };
}

function parseWord<Word extends string>(field: string, text: string, words: readonly Word[]): Result<Word, Failure> {
  const word = words.find((known) => known === text);
  return word === undefined ? refuse(field, `${field} takes ${words.join(', ')}.`) : ok(word);
}

function refuse(field: string, message: string): { readonly ok: false; readonly error: Failure } {
  return err(failure('BAD_INPUT', message, field));
}
