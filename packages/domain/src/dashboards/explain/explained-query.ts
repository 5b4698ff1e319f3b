import type { Instant, SiteCalendar, Span } from '../../core/index.ts';
import {
  type CompareMode,
  compareElapsed,
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
 * stretch of time it stands for where it is a point of a course. Null where its group has no condition of its own, or a
 * name that `idOf` does not know.
 */
export function explainedQuery(
  query: RawQuery,
  groups: readonly OfGroup[],
  span: Span | null,
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
  if (span !== null) conditions = replaced(conditions, duringSpan(span));
  return { ...rest, filters: { ...query.filters, conditions } };
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
        filters: { ...query.filters, conditions: replaced(query.filters?.conditions ?? [], duringSpan(then)) },
      },
    }));
}

function duringSpan({ from, to }: Span): RawCondition {
  return { criterion: 'DATE', values: [`${new Date(from).toISOString()}/${new Date(to).toISOString()}`] };
}

function replaced(conditions: readonly RawCondition[], one: RawCondition): readonly RawCondition[] {
  return [...conditions.filter(({ criterion }) => criterion !== one.criterion), one];
}
