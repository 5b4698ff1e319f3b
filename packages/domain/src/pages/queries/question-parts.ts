import { type Granularity, granularity, type LocalDate, type ZoneId } from '../../core/index.ts';
import { countTotalDays, type DayRange, getPresetHours, type QueryCompareMode } from '../../numbers/index.ts';
import type { OpeningCalendar, OpeningHours } from '../../sites/index.ts';
import { findExpectedRanges } from '../expectation.ts';
import type { DayFilter, EngagementChoice, GenderChoice, HourChoice } from '../filters/filter-state.ts';
import { getTypicalDays, groupByTypicalWeek } from '../typical-week.ts';
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
function buildPeopleConditions(metric: string, { gender = 'all', engagement = 'all' }: People): readonly Condition[] {
  if (!byPerson.has(metric)) return [];
  return [
    ...(gender === 'all' ? [] : [{ criterion: 'GENDER', values: [gender] }]),
    ...(engagement === 'all' ? [] : [{ criterion: 'ENGAGEMENT', values: [engagement] }]),
  ];
}

/** Metrics whose readings may have descriptors. */
const byPerson: ReadonlySet<string> = new Set(['affluenceIn', 'affluenceOut']);

/** A page's filters, as far as its queries depend on them. */
export interface PageQuestion extends People {
  readonly ranges: readonly DayRange[];
  readonly hours: HourChoice;
  /**
   * Whether totals and daily values cover opening hours only, unless hours are chosen. Finer steps include the night.
   */
  readonly isWhileOpen?: boolean;
  readonly day?: DayFilter | null;
  readonly calendar: OpeningCalendar;
  readonly compare: QueryCompareMode | null;
  readonly today: LocalDate;
}

/** Returns half-hours for one day, hours for up to three, then days or more, so that bars stay wide enough to hover. */
export function chooseGranularity(ranges: readonly DayRange[]): Granularity {
  const days = countTotalDays(ranges);
  if (days <= 1) return 1800;
  if (days <= 3) return 3600;
  if (days <= 120) return 86_400;
  return days <= 800 ? 604_800 : 2_592_000;
}

/** Returns functions that build the queries of a page's cards, each for a metric in some zones. */
export function createPageQueries(question: PageQuestion) {
  const { ranges, compare, calendar, today } = question;
  const byTime = { type: 'DATE', granularity: chooseGranularity(ranges) };
  const isByDay = byTime.granularity >= granularity.day;
  const hours = question.hours === 'all' ? {} : { hours: getPresetHours(question.hours, calendar.openingHours) };
  const counted = question.isWhileOpen ? getJudgedHours(question.hours, calendar.openingHours) : hours;
  // Daily values match a total of opening hours. Within a day the night is shown too.
  const shown = isByDay ? counted : hours;
  const compared = compare === null ? {} : { compare };
  const onDays = buildDayConditions(question.day ?? null);
  const during = (metric: string, zones: readonly ZoneId[], days: readonly DayRange[]): AskedQuery => ({
    metric,
    filters: {
      conditions: [buildZoneCondition(zones), buildRangeCondition(days), ...buildPeopleConditions(metric, question)],
    },
  });
  /** Returns the compared days of some days; the days themselves without a comparison, and with expected values. */
  const earlier = (days: readonly DayRange[]) =>
    compare === null || compare === 'EXPECTED' ? days : findExpectedRanges(calendar, days, compare);
  return {
    byTime,
    compared,
    during,
    earlier,
    total: (metric: string, zones: readonly ZoneId[]): AskedQuery => ({
      ...addConditions(during(metric, zones, ranges), onDays),
      // Totals compare the buckets known on both sides. Finer buckets lose less to a gap.
      granularity: isByDay ? granularity.hour : granularity.quarter,
      ...counted,
      ...compared,
    }),
    course: (metric: string, zones: readonly ZoneId[], groupBy: GroupBy): AskedQuery => ({
      ...addConditions(during(metric, zones, ranges), onDays),
      ...shown,
      ...(compare === 'EXPECTED' ? compared : {}),
      groupBy,
    }),
    // Compared days may be other weekdays, because they are matched by position. So the day filter does not apply to
    // them.
    expected: (metric: string, zones: readonly ZoneId[], groupBy: GroupBy): AskedQuery => ({
      ...during(metric, zones, earlier(ranges)),
      ...shown,
      groupBy,
    }),
    week: (metric: string, zones: readonly ZoneId[]): AskedQuery =>
      groupByTypicalWeek(during(metric, zones, [getTypicalDays(today)])),
  };
}
