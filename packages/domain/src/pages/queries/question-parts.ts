import type { LocalDate, ZoneId } from '../../core/index.ts';
import { type DayRange, getPresetHours } from '../../numbers/index.ts';
import type { OpeningHours } from '../../sites/index.ts';
import type { DayFilter, EngagementChoice, GenderChoice, HourChoice } from '../filters/filter-state.ts';
import type { AskedQuery, Condition } from './asked-query.ts';

/** Nested groups, outermost first. */
export type GroupBy = NonNullable<AskedQuery['groupBy']>;

/** IS selects these days, IS_NOT excludes them. */
export function buildDayConditions(day: DayFilter | null): readonly Condition[] {
  if (day === null) return [];
  const values = day.days.map(String);
  return [{ criterion: 'DAY', ...(day.operator === 'IS_NOT' ? { operator: 'NOT_IN' as const } : {}), values }];
}

export function addConditions(query: AskedQuery, more: readonly Condition[]): AskedQuery {
  return more.length === 0 ? query : { ...query, filters: { conditions: [...query.filters.conditions, ...more] } };
}

export function buildZoneCondition(zones: readonly ZoneId[]): Condition {
  return { criterion: 'ZONES', values: zones.map(String) };
}

export function buildRangeCondition(
  ranges: readonly { readonly from: LocalDate; readonly to: LocalDate }[],
): Condition {
  return { criterion: 'DATE', values: ranges.map(({ from, to }: DayRange) => `${from}/${to}`) };
}

/** Air is judged for the people in it: in opening hours, unless the user chose hours. */
export function getJudgedHours(hours: HourChoice, openingHours: OpeningHours): Pick<AskedQuery, 'hours'> {
  return { hours: hours === 'all' ? { openingOnly: true } : getPresetHours(hours, openingHours) };
}

export interface People {
  readonly gender?: GenderChoice;
  readonly engagement?: EngagementChoice;
}

/** Only crossings have descriptors, so no other metric is filtered by gender or engagement. */
export function buildPeopleConditions(
  metric: string,
  { gender = 'all', engagement = 'all' }: People,
): readonly Condition[] {
  if (!byPerson.has(metric)) return [];
  return [
    ...(gender === 'all' ? [] : [{ criterion: 'GENDER', values: [gender] }]),
    ...(engagement === 'all' ? [] : [{ criterion: 'ENGAGEMENT', values: [engagement] }]),
  ];
}

/** Metrics whose readings may have descriptors. */
const byPerson: ReadonlySet<string> = new Set(['affluenceIn', 'affluenceOut']);
