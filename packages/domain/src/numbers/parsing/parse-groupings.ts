import {
  err,
  type Failure,
  failure,
  type Granularity,
  granularities,
  isGranularity,
  ok,
  type Result,
} from '../../core/index.ts';
import type { GroupBy } from '../measurement-query.ts';
import { type DiscontinuousPeriod, discontinuousPeriods } from '../periods/discontinuous.ts';
import { type GroupByType, groupByTypes } from '../query-vocabulary.ts';
import type { RawGroupBy, RefusalId } from '../raw-query.ts';

/** Validates the groupings of a query, outermost first. */
export function parseGroupBy(raw: readonly RawGroupBy[]): Result<GroupBy[], Failure> {
  if (raw.length > 8) return refuse('An answer nests at most eight groupings.');
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
  if (type === undefined) return refuse(`Grouping by "${raw.type.slice(0, 40)}" is not supported.`);
  const granularity = parseGranularity(raw.granularity);
  if (!granularity.ok) return granularity;
  const period = parsePeriod(type, raw.period);
  if (!period.ok) return period;
  const ids = parseTagIds(type, raw);
  if (!ids.ok) return ids;
  return ok({ type, granularity: type === 'DATE' ? granularity.value : null, period: period.value, ids: ids.value });
}

export function parseGranularity(seconds: number | null | undefined): Result<Granularity | null, Failure> {
  if (seconds == null) return ok(null);
  if (isGranularity(seconds)) return ok(seconds);
  return err(failure('BAD_INPUT', `granularity is in seconds, one of ${granularities.join(', ')}.`, 'granularity'));
}

function parsePeriod(type: GroupByType, text: string | null | undefined): Result<DiscontinuousPeriod | null, Failure> {
  if (type !== 'DISCONTINUOUS_DATE')
    return text == null
      ? ok(null)
      : refuse(`period ${text.slice(0, 20)} goes with DISCONTINUOUS_DATE, not with ${type}.`);
  const period = discontinuousPeriods.find((known) => known === (text ?? 'WEEKDAY'));
  return period === undefined ? refuse(`period takes ${discontinuousPeriods.join(', ')}.`) : ok(period);
}

function parseTagIds(type: GroupByType, { tagId, tagIds }: RawGroupBy): Result<readonly number[] | null, Failure> {
  if (tagId == null && tagIds == null) return ok(null);
  if (type !== 'TAG' && type !== 'TAG_CATEGORY')
    return refuse(`tagId and tagIds go with TAG and TAG_CATEGORY, not with ${type}.`);
  const ids = [...new Set([...(tagId == null ? [] : [tagId]), ...(tagIds ?? [])])];
  if (ids.length === 0 || ids.length > 5000) return refuse('tagIds takes 1 to 5000 ids.');
  return ok(ids.sort((left, right) => left - right));
}

function refuse(message: string): { readonly ok: false; readonly error: Failure } {
  return err(failure('BAD_INPUT', message, 'groupBy'));
}
