import { err, type Failure, failure, ok, type Result, type Weekday } from '../../core/index.ts';
import type { DescriptorFilter, IdFilter, MeasurementQuery } from '../measurement-query.ts';
import { type DateInterval, parseDateInterval } from '../periods/day-range.ts';
import { weekdayNames } from '../periods/discontinuous.ts';
import { type Criterion, criteria, criterionDescriptors, isDescriptorCriterion } from '../query-vocabulary.ts';
import type { RawCondition, RawFilters } from '../raw-query.ts';
import { describeDescriptorValues, toDescriptorText } from '../readings/descriptors.ts';

type Conditions = Pick<
  MeasurementQuery,
  'periods' | 'weekdays' | 'installations' | 'zones' | 'passages' | 'devices' | 'tags' | 'tagCategories' | 'descriptors'
>;

const idCriteria = ['INSTALLATIONS', 'ZONES', 'PASSAGES', 'DEVICES', 'TAGS', 'TAG_CATEGORY'] as const;

interface Condition {
  readonly criterion: Criterion;
  readonly exclude: boolean;
  readonly values: readonly string[];
}

/**
 * Validates the conditions of a query, which must all hold (AND). Each criterion may occur once, DATE several times.
 */
export function parseConditions(filters: RawFilters | null | undefined): Result<Conditions, Failure> {
  if (filters?.operator != null && filters.operator !== 'AND') return refuse('Conditions can only be joined by AND.');
  const byCriterion = new Map<Criterion, Condition>();
  for (const raw of filters?.conditions ?? []) {
    const condition = parseCondition(raw);
    if (!condition.ok) return condition;
    const before = byCriterion.get(condition.value.criterion);
    if (before !== undefined && (before.criterion !== 'DATE' || before.exclude !== condition.value.exclude))
      return refuse(`${condition.value.criterion} appears twice: list all its values in one condition.`);
    const values = [...(before?.values ?? []), ...condition.value.values];
    byCriterion.set(condition.value.criterion, { ...condition.value, values });
  }
  return readAll(byCriterion);
}

function parseCondition(raw: RawCondition): Result<Condition, Failure> {
  const criterion = criteria.find((known) => known === raw.criterion);
  if (criterion === undefined) return refuse(`"${raw.criterion.slice(0, 40)}" is no criterion.`);
  const operator = raw.operator ?? 'IN';
  if (operator !== 'IN' && operator !== 'NOT_IN') return refuse(`${criterion} takes the operators IN and NOT_IN.`);
  if (raw.values.length === 0) return refuse(`${criterion} has no values.`);
  if (raw.values.length > 5000) return refuse(`${criterion} has more than 5000 values.`);
  return ok({ criterion, exclude: operator === 'NOT_IN', values: raw.values });
}

function readAll(conditions: ReadonlyMap<Criterion, Condition>): Result<Conditions, Failure> {
  const ids: Partial<Record<(typeof idCriteria)[number], IdFilter>> = {};
  for (const criterion of idCriteria) {
    const condition = conditions.get(criterion);
    if (condition === undefined) continue;
    const filter = readIds(condition);
    if (!filter.ok) return filter;
    ids[criterion] = filter.value;
  }
  const periods = readPeriods(conditions.get('DATE'));
  if (!periods.ok) return periods;
  const weekdays = readWeekdays(conditions.get('DAY'));
  if (!weekdays.ok) return weekdays;
  const descriptors = readDescriptors(conditions);
  if (!descriptors.ok) return descriptors;
  return ok({
    periods: periods.value,
    weekdays: weekdays.value,
    installations: ids.INSTALLATIONS ?? null,
    zones: ids.ZONES ?? null,
    passages: ids.PASSAGES ?? null,
    devices: ids.DEVICES ?? null,
    tags: ids.TAGS ?? null,
    tagCategories: ids.TAG_CATEGORY ?? null,
    descriptors: descriptors.value,
  });
}

function readIds({ criterion, exclude, values }: Condition): Result<IdFilter, Failure> {
  const ids = new Set<number>();
  for (const value of values) {
    if (!/^[1-9]\d{0,9}$/.test(value)) return refuse(`"${value.slice(0, 40)}" is no id for ${criterion}.`);
    ids.add(Number(value));
  }
  return ok({ exclude, ids: [...ids].sort((left, right) => left - right) });
}

function readPeriods(condition: Condition | undefined): Result<MeasurementQuery['periods'], Failure> {
  if (condition === undefined) return ok([]);
  if (condition.exclude) return refuse('DATE takes the operator IN only.');
  const periods = [];
  for (const text of condition.values) {
    const period = parseDateInterval(text);
    if (!period.ok) return period;
    periods.push(period.value);
  }
  return joinPeriods(periods);
}

function readWeekdays(condition: Condition | undefined): Result<readonly Weekday[] | null, Failure> {
  if (condition === undefined) return ok(null);
  const named = new Set<number>();
  for (const value of condition.values) {
    const weekday = /^[1-7]$/.test(value)
      ? Number(value)
      : (weekdayNames as readonly string[]).indexOf(value.toUpperCase()) + 1;
    if (weekday === 0)
      return refuse(`"${value.slice(0, 40)}" is no weekday: write 1 (Monday) to 7 or MONDAY to SUNDAY.`);
    named.add(weekday);
  }
  const all: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
  return ok(all.filter((weekday) => named.has(weekday) !== condition.exclude));
}

/** The value `all` selects everyone, so it adds no filter. */
function readDescriptors(conditions: ReadonlyMap<Criterion, Condition>): Result<DescriptorFilter[], Failure> {
  const filters: DescriptorFilter[] = [];
  for (const { criterion, exclude, values } of conditions.values()) {
    if (!isDescriptorCriterion(criterion)) continue;
    const key = criterionDescriptors[criterion];
    const wrong = values.find((value) => value !== 'all' && toDescriptorText(key, value) === null);
    if (wrong !== undefined)
      return refuse(`${criterion} takes all or ${describeDescriptorValues(key)}, not "${wrong.slice(0, 40)}".`);
    if (!values.includes('all')) filters.push({ key, exclude, values: [...new Set(values)].sort() });
    else if (exclude) return refuse(`${criterion} NOT_IN all leaves nobody.`);
  }
  return ok(filters.sort((left, right) => (left.key < right.key ? -1 : 1)));
}

function refuse(message: string): { readonly ok: false; readonly error: Failure } {
  return err(failure('BAD_INPUT', message, 'filters'));
}

/** Sorts periods and merges those that touch or overlap, so that no instant counts twice. */
function joinPeriods(periods: readonly DateInterval[]): Result<DateInterval[], Failure> {
  if (periods.some((period) => period.kind !== periods[0]?.kind))
    return err(failure('BAD_INPUT', 'DATE values must all be days or all be times.', 'filters'));
  const sorted = [...periods].sort((left, right) => (beginOf(left) < beginOf(right) ? -1 : 1));
  const joined: DateInterval[] = [];
  for (const period of sorted) {
    const last = joined.at(-1);
    const both = last === undefined ? null : union(last, period);
    if (both === null) joined.push(period);
    else joined[joined.length - 1] = both;
  }
  return ok(joined);
}

function beginOf(period: DateInterval): string | number {
  return period.kind === 'days' ? period.days.from : period.span.from;
}

/** Merges two intervals that touch, the first beginning no later; null when there is time between them. */
function union(left: DateInterval, right: DateInterval): DateInterval | null {
  if (left.kind === 'days' && right.kind === 'days' && right.days.from <= left.days.to)
    return right.days.to > left.days.to ? { kind: 'days', days: { from: left.days.from, to: right.days.to } } : left;
  if (left.kind === 'span' && right.kind === 'span' && right.span.from <= left.span.to)
    return { kind: 'span', span: { from: left.span.from, to: Math.max(left.span.to, right.span.to) } };
  return null;
}
