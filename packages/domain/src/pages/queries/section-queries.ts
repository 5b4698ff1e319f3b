import { granularity, type LocalDate, type ZoneId } from '../../core/index.ts';
import { type CompareMode, type DayRange, getPresetHours } from '../../numbers/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { findExpectedRanges } from '../expectation.ts';
import type { DayFilter, HourChoice } from '../filters/filter-state.ts';
import { getTypicalDays, groupByTypicalWeek } from '../typical-week.ts';
import type { AskedQuery } from './asked-query.ts';
import { chooseGranularity } from './counting-queries.ts';
import {
  addConditions,
  buildDayConditions,
  buildPeopleConditions,
  buildRangeCondition,
  buildZoneCondition,
  type GroupBy,
  getJudgedHours,
  type People,
} from './question-parts.ts';

/** Division of a site's total: zones by id, sensors and doors by name. */
export type PartKind = 'ZONE_ID' | 'DEVICE' | 'PASSAGE';

export interface SectionQuestion extends People {
  /** Counted as one area; at least one. */
  readonly zoneIds: readonly ZoneId[];
  /** The zones that are divided; `zoneIds` if empty. */
  readonly partZoneIds: readonly ZoneId[];
  readonly partsBy: PartKind;
  readonly metrics: readonly string[];
  /** The metric whose typical week is queried too. */
  readonly week: string | null;
  readonly ranges: readonly DayRange[];
  readonly hours: HourChoice;
  /**
   * Whether totals and daily values cover opening hours only, unless hours are chosen. Finer steps include the night.
   */
  readonly isWhileOpen?: boolean;
  readonly day: DayFilter | null;
  readonly calendar: OpeningCalendar;
  readonly compare: CompareMode | null;
  readonly today: LocalDate;
}

/** The queries for one metric; `expected` is null without a comparison. */
export interface MetricQueries {
  readonly total: AskedQuery;
  readonly course: AskedQuery;
  readonly expected: AskedQuery | null;
  readonly parts: AskedQuery;
  readonly partCourse: AskedQuery;
}

export interface SectionQueries {
  readonly metrics: ReadonlyMap<string, MetricQueries>;
  readonly week: AskedQuery | null;
}

/** Returns the queries for a page of samples or meters, metric by metric. */
export function toSectionQueries(question: SectionQuestion): SectionQueries {
  const { zoneIds, ranges, compare, calendar, today } = question;
  const partZoneIds = question.partZoneIds.length > 0 ? question.partZoneIds : zoneIds;
  const byTime = { type: 'DATE', granularity: chooseGranularity(ranges) };
  const byPart = { type: question.partsBy };
  const hours = question.hours === 'all' ? {} : { hours: getPresetHours(question.hours, calendar.openingHours) };
  const counted = question.isWhileOpen ? getJudgedHours(question.hours, calendar.openingHours) : hours;
  const isByDay = byTime.granularity >= granularity.day;
  const fine = isByDay ? granularity.hour : granularity.quarter;
  // Daily values match a total of opening hours. Within a day the night is shown too.
  const shown = isByDay ? counted : hours;
  const onDays = buildDayConditions(question.day);
  const asked = (metric: string, zones: readonly ZoneId[], days: readonly DayRange[]): AskedQuery => ({
    metric,
    filters: {
      conditions: [buildZoneCondition(zones), buildRangeCondition(days), ...buildPeopleConditions(metric, question)],
    },
  });
  const total = (metric: string, zones: readonly ZoneId[]): AskedQuery => ({
    ...addConditions(asked(metric, zones, ranges), onDays),
    granularity: fine,
    ...counted,
    ...(compare === null ? {} : { compare }),
  });
  const course = (metric: string, zones: readonly ZoneId[], groupBy: GroupBy): AskedQuery => ({
    ...addConditions(asked(metric, zones, ranges), onDays),
    ...shown,
    groupBy,
  });
  const metrics = question.metrics.map((metric): readonly [string, MetricQueries] => [
    metric,
    {
      total: total(metric, zoneIds),
      // With a comparison, for a hovered step. The line also shows expected values of future steps.
      course: { ...course(metric, zoneIds, [byTime]), ...(compare === null ? {} : { compare }) },
      expected:
        compare === null
          ? null
          : { ...asked(metric, zoneIds, findExpectedRanges(calendar, ranges, compare)), ...shown, groupBy: [byTime] },
      parts: { ...total(metric, partZoneIds), groupBy: [byPart] },
      partCourse: course(metric, partZoneIds, [byPart, byTime]),
    },
  ]);
  return {
    metrics: new Map(metrics),
    week: question.week === null ? null : groupByTypicalWeek(asked(question.week, zoneIds, [getTypicalDays(today)])),
  };
}

export interface DeviceQuestion {
  /** The zones whose devices are queried, including inner zones. An area as a whole only counts the doors around it. */
  readonly zoneIds: readonly ZoneId[];
  readonly metrics: readonly string[];
  readonly ranges: readonly DayRange[];
}

/** Returns the queries for problems in the readings of devices, one per metric. */
export function toDeviceQueries({ zoneIds, metrics, ranges }: DeviceQuestion): readonly AskedQuery[] {
  return metrics.map((metric) => ({
    metric,
    filters: { conditions: [buildZoneCondition(zoneIds), buildRangeCondition(ranges)] },
    groupBy: [{ type: 'ZONE_ID' }],
  }));
}
