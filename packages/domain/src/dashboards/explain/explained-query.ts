import { addDays, granularity, type SiteCalendar, type Span, spanOfDays } from '../../core/index.ts';
import {
  type DayRange,
  discontinuousPeriods,
  type GroupOfTime,
  hoursOfGroups,
  isDescriptorCriterion,
  type RawCondition,
  type RawQuery,
} from '../../measurements/index.ts';

/** What a number is about besides its question: where in the question's groupings it stands. */
interface OfGroup {
  readonly type: string;
  readonly label: string;
  readonly zoneId: number | null;
}

/** Groupings by what has a name and an id: the condition that narrows a question to one of them. */
const conditionOf: Readonly<Record<string, string>> = {
  PASSAGE: 'PASSAGES',
  DEVICE: 'DEVICES',
  TAG: 'TAGS',
  TAG_CATEGORY: 'TAG_CATEGORY',
};

/** Whether a grouping's labels are names, so that a question about one of them needs its id. */
export const isNamedGroup = (type: string): boolean => type in conditionOf;

/** The id behind a name that a grouping gave; null where nothing has it. */
export type IdOfGroup = (type: string, label: string) => number | null;

/**
 * The question that one number alone answers: without groupings, order or limit, about its own group, and about the
 * stretch of time it stands for where it is a point of a course, or the hours of the clock that it brings together. Null
 * where its group has no condition of its own, or a name that `idOf` does not know.
 */
export function explainedQuery(
  query: RawQuery,
  groups: readonly OfGroup[],
  spans: readonly Span[],
  idOf: IdOfGroup = () => null,
): RawQuery | null {
  const { groupBy, sortBy: _order, limit: _limit, compare: _compare, ...rest } = query;
  const isByClock = groupBy?.some(({ period }) => period === 'HOURLY') === true;
  // Of stretches apart only the hours of the clock are one number.
  if (spans.length > 1 && !isByClock) return null;
  let conditions: readonly RawCondition[] = query.filters?.conditions ?? [];
  for (const { type, label, zoneId } of groups) {
    if (type === 'ALL' || (isByClock && isOfTime(type))) continue;
    if (zoneId !== null) conditions = replaced(conditions, { criterion: 'ZONES', values: [String(zoneId)] });
    else if (isDescriptorCriterion(type)) conditions = replaced(conditions, { criterion: type, values: [label] });
    else {
      const [criterion, id] = [conditionOf[type], idOf(type, label)];
      if (criterion === undefined || id === null) return null;
      conditions = replaced(conditions, { criterion, values: [String(id)] });
    }
  }
  if (spans.length > 0) conditions = replaced(conditions, during(spans));
  const aggregation = groupBy?.findLast((group) => group.aggregation != null)?.aggregation ?? query.aggregation;
  const own = { ...rest, ...(aggregation == null ? {} : { aggregation }), filters: { ...query.filters, conditions } };
  // As its groups are: made of hours, however many there are of them.
  return isByClock ? { ...own, granularity: query.granularity ?? granularity.hour } : own;
}

/** Whether a grouping is by date, or by one of the periods that bring dates or hours together. */
export function isOfTime(type: string): boolean {
  return type === 'DATE' || discontinuousPeriods.some((period) => period === type);
}

/**
 * The hours of the page's days that a number by the clock brings together, from where it stands: at Mondays and nine, or
 * at a date and nine. Null of a number that is by no hour of the day. `groups` are called by their period.
 */
export function sourceHours(
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
  return hoursOfGroups(
    calendar,
    days.map(({ from, to }) => spanOfDays(calendar, from, to)),
    ofTime,
  );
}

/** The condition that a question is about these stretches of time. */
export function during(spans: readonly Span[]): RawCondition {
  const values = spans.map(({ from, to }) => `${new Date(from).toISOString()}/${new Date(to).toISOString()}`);
  return { criterion: 'DATE', values };
}

export function replaced(conditions: readonly RawCondition[], one: RawCondition): readonly RawCondition[] {
  return [...conditions.filter(({ criterion }) => criterion !== one.criterion), one];
}
