import type { Granularity, Weekday } from '../../core/index.ts';
import type { Aggregation } from '../metrics/index.ts';
import type { CompareMode, DateInterval, DiscontinuousPeriod, HourFilter } from '../periods/index.ts';
import type { DescriptorKey, GroupByType, PassageType, Target } from './vocabulary.ts';

/**
 * A question about numbers in its one canonical form: checked, defaults filled in, lists sorted and free of
 * repetitions, so that equal questions have equal keys. It says nothing of who asks.
 */
export interface MeasurementQuery {
  readonly metric: string;
  /** A second metric, shown where the COMPLEMENTARY grouping stands. */
  readonly complementary: string | null;
  readonly aggregation: Aggregation;
  readonly target: Target;
  /** Which doors count; null means all. */
  readonly passageType: PassageType | null;
  /** Oldest first; empty means the site's present day. */
  readonly periods: readonly DateInterval[];
  /** The weekdays that count (of the site's day); null means all. */
  readonly weekdays: readonly Weekday[] | null;
  readonly hours: HourFilter | null;
  /** null leaves the choice to the planner. */
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
  readonly compare: CompareMode | null;
  /** What the periods are a part of and are compared along with: shifted as far back as it; null compares them alone. */
  readonly comparedWithin: DateInterval | null;
  /** Ratios and comparisons are made of days, not of hours: for questions about very much time that are asked together. */
  readonly byDays?: true;
  readonly sort: Sort | null;
  readonly limit: number | null;
}

/** Ids that must (or, excluded, must not) be among; ascending. */
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
  /** `STATUS` is added to shares of a status, which are told by code. */
  readonly type: GroupByType | 'STATUS';
  /** Of a DATE grouping; null follows the query's. */
  readonly granularity: Granularity | null;
  /** Of a DISCONTINUOUS_DATE grouping. */
  readonly period: DiscontinuousPeriod | null;
  /** Of a TAG grouping its tags, of a TAG_CATEGORY grouping its categories; null means all. Ascending. */
  readonly ids: readonly number[] | null;
}

export interface Sort {
  readonly by: 'LABEL' | 'VALUE';
  readonly order: 'ASC' | 'DESC';
}

/** The same text for the same question, whatever order its parts came in: what caches and batches compare. */
export function queryKey(query: MeasurementQuery): string {
  return JSON.stringify(query);
}

/** A question that narrows and groups nothing, of today so far: what is asked besides is written over it. */
export const plainQuery: Omit<MeasurementQuery, 'metric' | 'aggregation' | 'installations'> = {
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
