import { granularityOfAtLeast, type Instant, type SiteCalendar, type Span } from '../../core/index.ts';
import {
  type CompareMode,
  compareElapsed,
  findMetric,
  isDescriptorCriterion,
  kindRules,
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
 * stretches of time it stands for where it is a point of a course, or the mean of several such points. Null where its
 * group has no condition of its own, or a name that `idOf` does not know, or no mean can be taken of what was asked.
 */
export function explainedQuery(
  query: RawQuery,
  groups: readonly OfGroup[],
  spans: readonly Span[],
  idOf: IdOfGroup = () => null,
): RawQuery | null {
  const { groupBy: _groups, sortBy: _order, limit: _limit, compare: _compare, ...rest } = query;
  let conditions: readonly RawCondition[] = query.filters?.conditions ?? [];
  for (const { type, label, zoneId } of groups) {
    if (type === 'ALL') continue;
    if (zoneId !== null) conditions = replaced(conditions, { criterion: 'ZONES', values: [String(zoneId)] });
    else if (isDescriptorCriterion(type)) conditions = replaced(conditions, { criterion: type, values: [label] });
    else {
      const [criterion, id] = [conditionOf[type], idOf(type, label)];
      if (criterion === undefined || id === null) return null;
      conditions = replaced(conditions, { criterion, values: [String(id)] });
    }
  }
  if (spans.length > 0) conditions = replaced(conditions, during(spans));
  const own = { ...rest, filters: { ...query.filters, conditions } };
  return spans.length > 1 ? meanOf(own, spans) : own;
}

/** Of values that add up the mean per stretch; whatever else there is has a mean of its own over all of them. */
function meanOf(query: RawQuery, [first]: readonly Span[]): RawQuery | null {
  const kind = findMetric(query.metric)?.kind;
  if (first === undefined || kind === undefined || !kindRules[kind].allowed.has('AVERAGE')) return null;
  if (query.aggregation != null && query.aggregation !== 'AVERAGE') return null;
  const seconds = (first.to - first.from) / 1000;
  // A day of the clock's changes is an hour shorter or longer and still a day.
  const width = granularityOfAtLeast(seconds > 72_000 ? seconds - 7200 : seconds);
  return { ...query, aggregation: 'AVERAGE', granularity: width };
}

/** A number of the past that another is compared with, and the question it answers. */
export interface EarlierQuery {
  readonly span: Span;
  readonly query: RawQuery;
}

/** The numbers a number is compared with, nearest first, each cut at the same elapsed time. */
export function earlierQueries(
  query: RawQuery,
  calendar: SiteCalendar,
  span: Span,
  mode: CompareMode,
  now: Instant,
): readonly EarlierQuery[] {
  return compareElapsed(calendar, span, mode, now)
    .shifted.filter(({ span: then }) => then.from < then.to)
    .map(({ span: then }) => ({
      span: then,
      query: {
        ...query,
        filters: { ...query.filters, conditions: replaced(query.filters?.conditions ?? [], during([then])) },
      },
    }));
}

function during(spans: readonly Span[]): RawCondition {
  const values = spans.map(({ from, to }) => `${new Date(from).toISOString()}/${new Date(to).toISOString()}`);
  return { criterion: 'DATE', values };
}

function replaced(conditions: readonly RawCondition[], one: RawCondition): readonly RawCondition[] {
  return [...conditions.filter(({ criterion }) => criterion !== one.criterion), one];
}
