import type { ZoneId } from '../../core/index.ts';
import type { DayRange } from '../../numbers/index.ts';
import type { AskedQuery } from './asked-query.ts';
import { buildRangeCondition, buildZoneCondition, createPageQueries, type PageQuestion } from './question-parts.ts';

/** Division of a site's total: zones by id, sensors and doors by name. */
export type PartKind = 'ZONE_ID' | 'DEVICE' | 'PASSAGE';

export interface SectionQuestion extends PageQuestion {
  /** Counted as one area; at least one. */
  readonly zoneIds: readonly ZoneId[];
  /** The zones that are divided; `zoneIds` if empty. */
  readonly partZoneIds: readonly ZoneId[];
  readonly partsBy: PartKind;
  readonly metrics: readonly string[];
  /** The metric whose typical week is queried too. */
  readonly week: string | null;
  /** The queries that are sent for each metric; all by default. */
  readonly asks?: readonly MetricPart[];
}

/** The queries for one metric; `expected` is null without a comparison, and where values come with what is expected of them. */
export interface MetricQueries {
  readonly total: AskedQuery;
  readonly course: AskedQuery;
  readonly expected: AskedQuery | null;
  readonly parts: AskedQuery;
  readonly partCourse: AskedQuery;
}

export type MetricPart = keyof MetricQueries;

const metricParts: readonly MetricPart[] = ['total', 'course', 'expected', 'parts', 'partCourse'];

export interface SectionQueries {
  /** The queries that are sent for each metric, in order. Explanations use the others too. */
  readonly asks: readonly MetricPart[];
  readonly metrics: ReadonlyMap<string, MetricQueries>;
  readonly week: AskedQuery | null;
}

/** Returns the queries for a page of samples or meters, metric by metric. */
export function toSectionQueries(question: SectionQuestion): SectionQueries {
  const { zoneIds } = question;
  const partZoneIds = question.partZoneIds.length > 0 ? question.partZoneIds : zoneIds;
  const { byTime, compared, total, course, expected, week } = createPageQueries(question);
  const byPart = { type: question.partsBy };
  const metrics = question.metrics.map((metric): readonly [string, MetricQueries] => [
    metric,
    {
      total: total(metric, zoneIds),
      // With a comparison, for a hovered step. The line also shows expected values of future steps.
      course: { ...course(metric, zoneIds, [byTime]), ...compared },
      expected:
        question.compare === null || question.compare === 'EXPECTED' ? null : expected(metric, zoneIds, [byTime]),
      parts: { ...total(metric, partZoneIds), groupBy: [byPart] },
      partCourse: course(metric, partZoneIds, [byPart, byTime]),
    },
  ]);
  const { asks = metricParts } = question;
  return {
    asks: metricParts.filter((part) => asks.includes(part)),
    metrics: new Map(metrics),
    week: question.week === null ? null : week(question.week, zoneIds),
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
