import { type Granularity, granularity, type Span, toDaysSpan, type ZoneId } from '../../core/index.ts';
import {
  type AirSample,
  airSamples,
  type Band,
  countTotalDays,
  type DayRange,
  defaultBands,
} from '../../numbers/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { getScoreMetricId, isComfortMetric } from '../comfort.ts';
import type { DayFilter, HourChoice } from '../filters/filter-state.ts';
import type { AskedQuery } from '../queries/asked-query.ts';
import {
  addConditions,
  buildDayConditions,
  buildRangeCondition,
  buildZoneCondition,
  getJudgedHours,
} from '../queries/question-parts.ts';
import { type BandSide, getBadSides } from './band-depth.ts';

/** Whether a metric decides if the air is good. Light has limits but is not air. */
export const isAirMetric = (metric: string): boolean => !lights.has(metric) && isRated(metric);

const lights: ReadonlySet<string> = new Set(airSamples.flatMap(({ id, isLight }: AirSample) => (isLight ? [id] : [])));

/** Whether a metric has limits that rate it. */
export const isRated = (metric: string): boolean => Object.hasOwn(defaultBands, metric);

export interface AirQuestion {
  /** Zones by id, or sensors by name. */
  readonly partsBy: 'ZONE_ID' | 'DEVICE';
  readonly partZoneIds: readonly ZoneId[];
  /** The metrics the site samples. */
  readonly metrics: readonly string[];
  readonly ranges: readonly DayRange[];
  readonly hours: HourChoice;
  readonly day: DayFilter | null;
  readonly calendar: OpeningCalendar;
}

/** Returns the queries for the comfort scores, by metric. */
export function toComfortQueries(question: AirQuestion): ReadonlyMap<string, AskedQuery> {
  const groupBy = [{ type: question.partsBy }];
  return new Map(
    question.metrics
      .filter(isComfortMetric)
      .map((metric) => [metric, { ...askedOf(question, getScoreMetricId(metric)), groupBy }]),
  );
}

/** A query for one metric at each place, span by span. */
export interface PlacesQuery {
  readonly metric: string;
  readonly query: AskedQuery;
}

/** Returns the queries for the daily maximum per place, and for the minimum of metrics that can be too low. */
export function toExtremeQueries(
  question: AirQuestion,
  bandOf: (metric: string) => Band,
): readonly (PlacesQuery & { readonly side: BandSide })[] {
  const groupBy = [{ type: question.partsBy }, { type: 'DATE', granularity: getExtremeGranularity(question.ranges) }];
  return question.metrics.filter(isAirMetric).flatMap((metric) =>
    getBadSides(bandOf(metric)).map((side) => ({
      metric,
      side,
      query: { ...askedOf(question, metric), aggregation: extremeOf(side), groupBy },
    })),
  );
}

/** Returns the queries for the means that time shares are computed from. */
export function toShareQueries(question: AirQuestion): readonly PlacesQuery[] {
  const groupBy = [
    { type: question.partsBy },
    { type: 'DATE', granularity: getShareGranularity(question.ranges, question.partZoneIds.length) },
  ];
  return question.metrics
    .filter(isRated)
    .map((metric) => ({ metric, query: { ...askedOf(question, metric), groupBy } }));
}

/** Returns the query for the readings of the worst place on its worst day, in the finest steps. */
export function toSpellQuery(
  question: AirQuestion,
  { metric, place, side, span }: { metric: string; place: string; side: BandSide; span: Span },
): AskedQuery {
  const { calendar } = question;
  const iso = (at: number) => new Date(at).toISOString();
  // A week may extend beyond the queried days.
  const stretches = question.ranges
    .map((range) => toDaysSpan(calendar, range.from, range.to))
    .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter(({ from, to }) => from < to);
  const days = { criterion: 'DATE', values: stretches.map(({ from, to }) => `${iso(from)}/${iso(to)}`) };
  return {
    ...addConditions(
      { metric, filters: { conditions: [{ criterion: 'ZONES', values: [place] }, days] } },
      buildDayConditions(question.day),
    ),
    ...getJudgedHours(question.hours, calendar.openingHours),
    aggregation: extremeOf(side),
    groupBy: [{ type: 'DATE', granularity: getSpellGranularity(span) }],
  };
}

function askedOf({ partZoneIds, ranges, day, hours, calendar }: AirQuestion, metric: string): AskedQuery {
  return {
    ...addConditions(
      { metric, filters: { conditions: [buildZoneCondition(partZoneIds), buildRangeCondition(ranges)] } },
      buildDayConditions(day),
    ),
    ...getJudgedHours(hours, calendar.openingHours),
  };
}

const extremeOf = (side: BandSide) => (side === 'above' ? 'MAX' : 'MIN');

/** A week in minutes would use half of the points an answer may have. */
export const getSpellGranularity = ({ from, to }: Span): Granularity =>
  to - from <= 8 * dayMs ? granularity.minute : 300;

const shareGrains = [300, 900, 1800, granularity.hour, 10_800] as const;
/** Maximum number of steps per metric, over all places. */
const maxSteps = 6000;

/**
 * Returns the step for time shares. As fine as possible, because an hourly mean hides ten bad minutes, but wider with
 * more days and places.
 */
export function getShareGranularity(ranges: readonly DayRange[], places: number): Granularity {
  const stepsOf = (width: number) => (countTotalDays(ranges) * granularity.day * Math.max(1, places)) / width;
  return shareGrains.find((width) => stepsOf(width) <= maxSteps) ?? granularity.day;
}

/** Returns the width of the spans for the first search of the worst time. */
export function getExtremeGranularity(ranges: readonly DayRange[]): Granularity {
  const days = countTotalDays(ranges);
  return days <= 120 ? granularity.day : days <= 800 ? granularity.week : granularity.month;
}

const dayMs = 86_400_000;
