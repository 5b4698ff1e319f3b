import { addDays, granularity, type SiteCalendar, type Span, toDaysSpan } from '../../core/index.ts';
import {
  type DayRange,
  discontinuousPeriods,
  findGroupHours,
  type GroupOfTime,
  isDescriptorCriterion,
  type RawCondition,
  type RawQuery,
} from '../../numbers/index.ts';

/** The group of a number in its query. */
interface OfGroup {
  readonly type: string;
  readonly label: string;
  readonly zoneId: number | null;
}

/** Groupings by named objects: the condition that narrows a query to one of them. */
const conditionOf: Readonly<Record<string, string>> = {
  PASSAGE: 'PASSAGES',
  DEVICE: 'DEVICES',
  TAG: 'TAGS',
  TAG_CATEGORY: 'TAG_CATEGORY',
};

/** Whether a grouping's labels are names, so that a query for one of them needs its id. */
export const isNamedGroup = (type: string): boolean => type in conditionOf;

/** Returns the id of a group's name; null if unknown. */
export type FindGroupId = (type: string, label: string) => number | null;

/**
 * Returns the query that answers one number alone: without grouping, order or limit, narrowed to its group and its
 * spans. Null if its group has no condition, or if `idOf` does not know its name.
 */
export function buildExplainedQuery(
  query: RawQuery,
  groups: readonly OfGroup[],
  spans: readonly Span[],
  idOf: FindGroupId = () => null,
): RawQuery | null {
  const { groupBy, sortBy: _order, limit: _limit, compare: _compare, ...rest } = query;
  const isByClock = groupBy?.some(({ period }) => period === 'HOURLY') === true;
  // Several spans form one number only when grouped by hour of day.
  if (spans.length > 1 && !isByClock) return null;
  let conditions: readonly RawCondition[] = query.filters?.conditions ?? [];
  for (const { type, label, zoneId } of groups) {
    if (type === 'ALL' || (isByClock && isTimeGroup(type))) continue;
    if (zoneId !== null) conditions = replaceCondition(conditions, { criterion: 'ZONES', values: [String(zoneId)] });
    else if (isDescriptorCriterion(type))
      conditions = replaceCondition(conditions, { criterion: type, values: [label] });
    else {
      const [criterion, id] = [conditionOf[type], idOf(type, label)];
      if (criterion === undefined || id === null) return null;
      conditions = replaceCondition(conditions, { criterion, values: [String(id)] });
    }
  }
  if (spans.length > 0) conditions = replaceCondition(conditions, buildDateCondition(spans));
  const aggregation = groupBy?.findLast((group) => group.aggregation != null)?.aggregation ?? query.aggregation;
  const own = { ...rest, ...(aggregation == null ? {} : { aggregation }), filters: { ...query.filters, conditions } };
  // Like its groups it is made of hours.
  return isByClock ? { ...own, granularity: query.granularity ?? granularity.hour } : own;
}

/** Whether a grouping is by date or by a recurring period, such as weekday or hour of day. */
export function isTimeGroup(type: string): boolean {
  return type === 'DATE' || discontinuousPeriods.some((period) => period === type);
}

/**
 * Returns the hours of the page's days that a number by hour of day combines, e.g. Mondays at nine, or one date at
 * nine. Null if it is not grouped by hour. `groups` use the period as their type.
 */
export function findSourceHours(
  groups: readonly Pick<OfGroup, 'type' | 'label'>[],
  calendar: SiteCalendar,
  ranges: readonly DayRange[],
): readonly Span[] | null {
  const ofTime = groups.flatMap(({ type, label }): GroupOfTime[] => {
    const period = discontinuousPeriods.find((one) => one === type);
    return period === undefined ? [] : [{ period, label }];
  });
  if (!ofTime.some(({ period }) => period === 'HOURLY')) return null;
  const date = groups.find(({ type }) => type === 'DATE')?.label.slice(0, 10);
  const days = date === undefined ? ranges : [{ from: date, to: addDays(date, 1) }];
  return findGroupHours(
    calendar,
    days.map(({ from, to }) => toDaysSpan(calendar, from, to)),
    ofTime,
  );
}

/** Returns the condition that limits a query to these spans. */
export function buildDateCondition(spans: readonly Span[]): RawCondition {
  const values = spans.map(({ from, to }) => `${new Date(from).toISOString()}/${new Date(to).toISOString()}`);
  return { criterion: 'DATE', values };
}

export function replaceCondition(conditions: readonly RawCondition[], one: RawCondition): readonly RawCondition[] {
  return [...conditions.filter(({ criterion }) => criterion !== one.criterion), one];
}
