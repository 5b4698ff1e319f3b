import type { Granularity, Weekday } from '../core/index.ts';
import type { Aggregation } from './metrics/index.ts';
import type { QueryCompareMode } from './periods/comparison.ts';
import type { DateInterval } from './periods/day-range.ts';
import type { DiscontinuousPeriod } from './periods/discontinuous.ts';
import type { HourFilter } from './periods/hours.ts';
import type { DescriptorKey, GroupByType, PassageType, Target } from './query-vocabulary.ts';

/**
 * Query in canonical form: validated, with defaults filled in and lists sorted without duplicates, so that equal
 * queries have equal keys. Contains nothing about the caller.
 */
export interface MeasurementQuery {
  readonly metric: string;
  /** Second metric, shown at the COMPLEMENTARY grouping. */
  readonly complementary: string | null;
  readonly aggregation: Aggregation;
  readonly target: Target;
  /** Type of the doors that count; null means all. */
  readonly passageType: PassageType | null;
  /** Oldest first; empty means the site's current day. */
  readonly periods: readonly DateInterval[];
  /** Weekdays that count (of the site's day); null means all. */
  readonly weekdays: readonly Weekday[] | null;
  readonly hours: HourFilter | null;
  /** Null lets the planner choose. */
  readonly granularity: Granularity | null;
  /** Outermost first. */
  readonly groupBy: readonly GroupBy[];
  readonly installations: IdFilter | null;
  readonly zones: IdFilter | null;
  readonly passages: IdFilter | null;
  readonly devices: IdFilter | null;
  readonly tags: IdFilter | null;
  /** Zones with any tag of these categories. */
  readonly tagCategories: IdFilter | null;
  /** At most one per key. */
  readonly descriptors: readonly DescriptorFilter[];
  readonly compare: QueryCompareMode | null;
  /**
   * Longer range that contains the periods. Comparisons shift the periods as far back as this whole range. Null: each
   * period is compared on its own.
   */
  readonly comparedWithin: DateInterval | null;
  /** Computes ratios and comparisons from days instead of hours, for many simultaneous queries over long periods. */
  readonly byDays?: true;
  /**
   * Days of the history that its points are part of. They are used, not sent, so that only the time it takes limits
   * their number. A part of a history is computed in the same base intervals as the whole.
   */
  readonly historyDays?: number;
  /** Leaves out places without any sensor of the metric. Only of one site's answer. */
  readonly skipsUnmeasured?: true;
  readonly sort: Sort | null;
  readonly limit: number | null;
}

/** Ids that must (or, with `exclude`, must not) match; ascending. */
export interface IdFilter {
  readonly exclude: boolean;
  readonly ids: readonly number[];
}

export interface DescriptorFilter {
  readonly key: DescriptorKey;
  readonly exclude: boolean;
  readonly values: readonly string[];
}

export interface GroupBy {
  /** `STATUS` is added to shares of a status, which are grouped by code. */
  readonly type: GroupByType | 'STATUS';
  /** For a DATE grouping; null uses the query's. */
  readonly granularity: Granularity | null;
  /** For a DISCONTINUOUS_DATE grouping. */
  readonly period: DiscontinuousPeriod | null;
  /** Tags of a TAG grouping, categories of a TAG_CATEGORY grouping; null means all. Ascending. */
  readonly ids: readonly number[] | null;
}

export interface Sort {
  readonly by: 'LABEL' | 'VALUE';
  readonly order: 'ASC' | 'DESC';
}

/** Returns the key for caches and batches: equal for equal queries, in whatever order their parts came. */
export function getQueryKey(query: MeasurementQuery): string {
  return JSON.stringify(query);
}

/** Query of today so far without filters or groupings, to be overridden. */
export const emptyQuery: Omit<MeasurementQuery, 'metric' | 'aggregation' | 'installations'> = {
  complementary: null,
  target: 'ZONE',
  passageType: null,
  periods: [],
  weekdays: null,
  hours: null,
  granularity: null,
  groupBy: [],
  zones: null,
  passages: null,
  devices: null,
  tags: null,
  tagCategories: null,
  descriptors: [],
  compare: null,
  comparedWithin: null,
  sort: null,
  limit: null,
};
