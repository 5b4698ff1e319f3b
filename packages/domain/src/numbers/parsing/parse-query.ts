import {
  err,
  type Failure,
  failure,
  type Granularity,
  granularities,
  isGranularity,
  ok,
  parseTimeOfDay,
  type Result,
} from '../../core/index.ts';
import type { GroupBy, MeasurementQuery, Sort } from '../measurement-query.ts';
import {
  type Aggregation,
  aggregations,
  findMetric,
  getDefaultAggregation,
  kindRules,
  type Metric,
} from '../metrics/index.ts';
import { queryCompareModes } from '../periods/comparison.ts';
import { countDays, type DateInterval, parseDateInterval } from '../periods/day-range.ts';
import { type DiscontinuousPeriod, discontinuousPeriods } from '../periods/discontinuous.ts';
import { type HourFilter, hourPresets } from '../periods/hours.ts';
import { type GroupByType, groupByTypes, passageTypes, targets } from '../query-vocabulary.ts';
import type { RawGroupBy, RawHours, RawQuery, RawSort, RefusalId } from '../raw-query.ts';
import { checkCombination } from './check-sense.ts';
import { parseConditions } from './parse-conditions.ts';

/**
 * Validates an external query and converts it to its canonical form. The failure names the field and its valid values.
 */
export function parseQuery(raw: RawQuery): Result<MeasurementQuery, Failure> {
  const metric = findMetric(raw.metric);
  if (metric === undefined) return refuse('metric', `There is no metric "${raw.metric.slice(0, 60)}".`);
  if (raw.complementary != null && findMetric(raw.complementary) === undefined)
    return refuse('complementary', `There is no metric "${raw.complementary.slice(0, 60)}".`);
  const conditions = parseConditions(raw.filters);
  if (!conditions.ok) return conditions;
  const groupBy = parseGroupBy(raw.groupBy ?? []);
  if (!groupBy.ok) return groupBy;
  const aggregation = parseAggregation(raw, metric);
  if (!aggregation.ok) return aggregation;
  const target = parseWord('target', raw.target ?? 'ZONE', targets);
  if (!target.ok) return target;
  const passageType = parseOptional('passageType', raw.passageType, passageTypes);
  if (!passageType.ok) return passageType;
  const compare = parseOptional('compare', raw.compare, queryCompareModes);
  if (!compare.ok) return compare;
  const within = parseWithin(raw);
  if (!within.ok) return within;
  const granularity = parseGranularity(raw.granularity);
  if (!granularity.ok) return granularity;
  const hours = parseHours(raw.hours);
  if (!hours.ok) return hours;
  const sort = parseSort(raw.sortBy);
  if (!sort.ok) return sort;
  if (raw.limit != null && (!Number.isInteger(raw.limit) || raw.limit < 1))
    return refuse('limit', 'limit must be a whole number above 0.');
  return checkCombination({
    metric: metric.id,
    complementary: raw.complementary ?? null,
    aggregation: aggregation.value,
    target: target.value,
    passageType: passageType.value,
    ...conditions.value,
    hours: hours.value,
    granularity: granularity.value,
    groupBy: completed(groupBy.value, raw, metric, aggregation.value),
    compare: compare.value,
    comparedWithin: within.value,
    sort: sort.value,
    limit: raw.limit ?? null,
  });
}

/** By default a complementary metric is grouped at the leaves, and shares of a status by code. */
function completed(groups: readonly GroupBy[], raw: RawQuery, metric: Metric, aggregation: Aggregation): GroupBy[] {
  const plain = { granularity: null, period: null, ids: null };
  const isBeside = raw.complementary != null && !groups.some(({ type }) => type === 'COMPLEMENTARY');
  return [
    ...groups,
    ...(isBeside ? [{ type: 'COMPLEMENTARY', ...plain } as const] : []),
    ...(metric.kind === 'status' && aggregation === 'PERCENTAGE' ? [{ type: 'STATUS', ...plain } as const] : []),
  ];
}

function parseAggregation(raw: RawQuery, metric: Metric): Result<Aggregation, Failure> {
  // The innermost grouping's aggregation wins, because it defines how values are folded.
  const innermost = raw.groupBy?.findLast((group) => group.aggregation != null)?.aggregation;
  const asked = innermost ?? raw.aggregation;
  const rules = kindRules[metric.kind];
  if (asked == null) return ok(getDefaultAggregation(metric));
  const aggregation = aggregations.find((known) => known === asked);
  if (aggregation === undefined) return refuse('aggregation', `"${asked.slice(0, 40)}" is no aggregation.`);
  if (!rules.allowed.has(aggregation)) {
    const message = `${aggregation} of ${metric.id} makes no sense: a ${metric.kind} takes ${[...rules.allowed].join(', ')}.`;
    const reason = { id: 'aggregation' satisfies RefusalId, values: { aggregation, metric: metric.id } };
    return err({ ...failure('BAD_INPUT', message, 'aggregation'), reason });
  }
  return ok(aggregation);
}

/** Ten years. A longer range would be compared with time before any measurement. */
const maxDays = 3660;

function parseWithin({ compare, comparedWithin }: RawQuery): Result<DateInterval | null, Failure> {
  if (comparedWithin == null) return ok(null);
  if (compare == null) return refuse('comparedWithin', 'comparedWithin takes a compare beside it.');
  const interval = parseDateInterval(comparedWithin);
  if (!interval.ok) return err({ ...interval.error, field: 'comparedWithin' });
  if (interval.value.kind === 'span') return refuse('comparedWithin', 'comparedWithin takes whole days, from/to.');
  return countDays(interval.value.days) > maxDays
    ? refuse('comparedWithin', `comparedWithin reaches over ${maxDays} days at most.`)
    : interval;
}

function parseHours(raw: RawHours | null | undefined): Result<HourFilter | null, Failure> {
  if (raw == null || (raw.openingOnly !== true && raw.preset == null && raw.from == null && raw.to == null))
    return ok(null);
  const hasTimes = raw.from != null || raw.to != null;
  if (Number(raw.openingOnly === true) + Number(raw.preset != null) + Number(hasTimes) > 1)
    return refuse('hours', 'hours takes either openingOnly, a preset, or from and to.');
  if (raw.openingOnly === true) return ok({ openingOnly: true });
  if (raw.preset != null) return parsePreset(raw.preset);
  if (raw.from == null || raw.to == null || parseTimeOfDay(raw.from) === null || parseTimeOfDay(raw.to) === null)
    return refuse('hours', 'hours needs from and to as "HH:mm", 00:00 to 24:00.');
  return raw.from === raw.to ? refuse('hours', 'hours is empty: from equals to.') : ok({ from: raw.from, to: raw.to });
}

/** Opening hours differ by site, so the planner resolves them. */
function parsePreset(text: string): Result<HourFilter, Failure> {
  const preset = hourPresets.find((known) => known.toUpperCase() === text.toUpperCase());
  if (preset === undefined) return refuse('hours', 'preset takes MORNING, AFTERNOON, OPENING.');
  if (preset === 'opening') return ok({ preset });
  return ok(preset === 'morning' ? { from: '00:00', to: '12:00' } : { from: '12:00', to: '24:00' });
}

function parseSort(raw: RawSort | null | undefined): Result<Sort | null, Failure> {
  if (raw == null) return ok(null);
  const by = parseWord('sortBy', raw.type, ['LABEL', 'VALUE'] as const);
  if (!by.ok) return by;
  const order = parseWord('sortBy', raw.order ?? 'ASC', ['ASC', 'DESC'] as const);
  return order.ok ? ok({ by: by.value, order: order.value }) : order;
}

function parseOptional<Word extends string>(
  field: string,
  text: string | null | undefined,
  words: readonly Word[],
): Result<Word | null, Failure> {
  return text == null ? ok(null) : parseWord(field, text, words);
}

function parseWord<Word extends string>(field: string, text: string, words: readonly Word[]): Result<Word, Failure> {
  const word = words.find((known) => known === text);
  return word === undefined ? refuse(field, `${field} takes ${words.join(', ')}.`) : ok(word);
}

function refuse(field: string, message: string): { readonly ok: false; readonly error: Failure } {
  return err(failure('BAD_INPUT', message, field));
}

/** Validates the groupings of a query, outermost first. */
function parseGroupBy(raw: readonly RawGroupBy[]): Result<GroupBy[], Failure> {
  if (raw.length > 8) return refuse('groupBy', 'An answer nests at most eight groupings.');
  const groups: GroupBy[] = [];
  for (const one of raw) {
    const group = parseGroup(one);
    if (!group.ok) return group;
    if (groups.some((other) => JSON.stringify(other) === JSON.stringify(group.value)))
      return err(heldByItself(group.value.type));
    groups.push(group.value);
  }
  return ok(groups);
}

function heldByItself(type: GroupBy['type']): Failure {
  const message = `Grouping by ${type} inside ${type} makes no sense: each group would hold itself.`;
  const reason = { id: 'twice' satisfies RefusalId, values: { group: type } };
  return { ...failure('BAD_INPUT', message, 'groupBy'), reason };
}

function parseGroup(raw: RawGroupBy): Result<GroupBy, Failure> {
  const type = groupByTypes.find((known) => known === raw.type);
  if (type === undefined) return refuse('groupBy', `Grouping by "${raw.type.slice(0, 40)}" is not supported.`);
  const granularity = parseGranularity(raw.granularity);
  if (!granularity.ok) return granularity;
  const period = parsePeriod(type, raw.period);
  if (!period.ok) return period;
  const ids = parseTagIds(type, raw);
  if (!ids.ok) return ids;
  return ok({ type, granularity: type === 'DATE' ? granularity.value : null, period: period.value, ids: ids.value });
}

function parseGranularity(seconds: number | null | undefined): Result<Granularity | null, Failure> {
  if (seconds == null) return ok(null);
  if (isGranularity(seconds)) return ok(seconds);
  return err(failure('BAD_INPUT', `granularity is in seconds, one of ${granularities.join(', ')}.`, 'granularity'));
}

function parsePeriod(type: GroupByType, text: string | null | undefined): Result<DiscontinuousPeriod | null, Failure> {
  if (type !== 'DISCONTINUOUS_DATE')
    return text == null
      ? ok(null)
      : refuse('groupBy', `period ${text.slice(0, 20)} goes with DISCONTINUOUS_DATE, not with ${type}.`);
  const period = discontinuousPeriods.find((known) => known === (text ?? 'WEEKDAY'));
  return period === undefined ? refuse('groupBy', `period takes ${discontinuousPeriods.join(', ')}.`) : ok(period);
}

function parseTagIds(type: GroupByType, { tagId, tagIds }: RawGroupBy): Result<readonly number[] | null, Failure> {
  if (tagId == null && tagIds == null) return ok(null);
  if (type !== 'TAG' && type !== 'TAG_CATEGORY')
    return refuse('groupBy', `tagId and tagIds go with TAG and TAG_CATEGORY, not with ${type}.`);
  const ids = [...new Set([...(tagId == null ? [] : [tagId]), ...(tagIds ?? [])])];
  if (ids.length === 0 || ids.length > 5000) return refuse('groupBy', 'tagIds takes 1 to 5000 ids.');
  return ok(ids.sort((left, right) => left - right));
}
