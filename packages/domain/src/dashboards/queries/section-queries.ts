import { granularity, type LocalDate, type ZoneId } from '../../core/index.ts';
import { type CompareMode, type DayRange, hoursOfPreset } from '../../measurements/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { expectedRanges } from '../expectation.ts';
import type { DayFilter, HourChoice } from '../filters/index.ts';
import { byTypicalWeek, typicalDays } from '../typical-week.ts';
import type { AskedQuery } from './asked-query.ts';
import { granularityOf } from './counting-queries.ts';
import {
  datesIn,
  daysIn,
  type GroupBy,
  judgedHours,
  narrowed,
  type People,
  peopleIn,
  zonesIn,
} from './question-parts.ts';

/** What a site's total is divided into: zones by id; sensors and doors by name. */
export type PartKind = 'ZONE_ID' | 'DEVICE' | 'PASSAGE';

export interface SectionQuestion extends People {
  /** Counted as one area; at least one. */
  readonly zoneIds: readonly ZoneId[];
  /** Whose parts are asked; those of `zoneIds` if empty. */
  readonly partZoneIds: readonly ZoneId[];
  readonly partsBy: PartKind;
  readonly metrics: readonly string[];
  /** The metric whose typical week is asked as well. */
  readonly week: string | null;
  readonly ranges: readonly DayRange[];
  readonly hours: HourChoice;
  /** Whether totals and days are those of the opening hours where no hours are chosen; hours run through the night. */
  readonly isWhileOpen?: boolean;
  readonly day: DayFilter | null;
  readonly calendar: OpeningCalendar;
  readonly compare: CompareMode | null;
  readonly today: LocalDate;
}

/** What is asked about one metric; `expected` is null without a comparison. */
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

/** The numbers of a page about what sensors sample or meters count, metric by metric. */
export function toSectionQueries(question: SectionQuestion): SectionQueries {
  const { zoneIds, ranges, compare, calendar, today } = question;
  const partZoneIds = question.partZoneIds.length > 0 ? question.partZoneIds : zoneIds;
  const byTime = { type: 'DATE', granularity: granularityOf(ranges) };
  const byPart = { type: question.partsBy };
  const hours = question.hours === 'all' ? {} : { hours: hoursOfPreset(question.hours, calendar.openingHours) };
  const counted = question.isWhileOpen ? judgedHours(question.hours, calendar.openingHours) : hours;
  const isByDay = byTime.granularity >= granularity.day;
  const fine = isByDay ? granularity.hour : granularity.quarter;
  // A day's step beside a total of opening hours is of these too; through a day, the night is worth seeing.
  const shown = isByDay ? counted : hours;
  const onDays = daysIn(question.day);
  const asked = (metric: string, zones: readonly ZoneId[], days: readonly DayRange[]): AskedQuery => ({
    metric,
    filters: { conditions: [zonesIn(zones), datesIn(days), ...peopleIn(metric, question)] },
  });
  const total = (metric: string, zones: readonly ZoneId[]): AskedQuery => ({
    ...narrowed(asked(metric, zones, ranges), onDays),
    granularity: fine,
    ...counted,
    ...(compare === null ? {} : { compare }),
  });
  const course = (metric: string, zones: readonly ZoneId[], groupBy: GroupBy): AskedQuery => ({
    ...narrowed(asked(metric, zones, ranges), onDays),
    ...shown,
    groupBy,
  });
  const metrics = question.metrics.map((metric): readonly [string, MetricQueries] => [
    metric,
    {
      total: total(metric, zoneIds),
      // What a step is set against where it is told by itself: its line also says what to expect of time to come.
      course: { ...course(metric, zoneIds, [byTime]), ...(compare === null ? {} : { compare }) },
      expected:
        compare === null
          ? null
          : { ...asked(metric, zoneIds, expectedRanges(calendar, ranges, compare)), ...shown, groupBy: [byTime] },
      parts: { ...total(metric, partZoneIds), groupBy: [byPart] },
      partCourse: course(metric, partZoneIds, [byPart, byTime]),
    },
  ]);
  return {
    metrics: new Map(metrics),
    week: question.week === null ? null : byTypicalWeek(asked(question.week, zoneIds, [typicalDays(today)])),
  };
}
