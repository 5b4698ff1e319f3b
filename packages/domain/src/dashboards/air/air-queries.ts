import { type Granularity, granularity, type Span, spanOfDays, type ZoneId } from '../../core/index.ts';
import {
  type AirSample,
  airSamples,
  type Band,
  type DayRange,
  daysOf,
  defaultBands,
} from '../../measurements/index.ts';
import type { OpeningCalendar } from '../../sites/index.ts';
import { isComfortMetric, scoreIdOf } from '../comfort.ts';
import type { DayFilter, HourChoice } from '../filters/index.ts';
import type { AskedQuery } from '../queries/asked-query.ts';
import { datesIn, daysIn, judgedHours, narrowed, zonesIn } from '../queries/question-parts.ts';
import { type BandSide, sidesOf } from './band-depth.ts';

/** The samples that say whether the air is good: light has limits of its own, but is no air. */
export const isAirMetric = (metric: string): boolean => !lights.has(metric) && isRated(metric);

const lights: ReadonlySet<string> = new Set(airSamples.flatMap(({ id, isLight }: AirSample) => (isLight ? [id] : [])));

/** Whether there are limits by which a sample is rated. */
export const isRated = (metric: string): boolean => Object.hasOwn(defaultBands, metric);

export interface AirQuestion {
  /** Zones by id, or sensors by name. */
  readonly partsBy: 'ZONE_ID' | 'DEVICE';
  readonly partZoneIds: readonly ZoneId[];
  /** What the site samples. */
  readonly metrics: readonly string[];
  readonly ranges: readonly DayRange[];
  readonly hours: HourChoice;
  readonly day: DayFilter | null;
  readonly calendar: OpeningCalendar;
}

/** The scores that make comfort, by metric. */
export function toComfortQueries(question: AirQuestion): ReadonlyMap<string, AskedQuery> {
  const groupBy = [{ type: question.partsBy }];
  return new Map(
    question.metrics
      .filter(isComfortMetric)
      .map((metric) => [metric, { ...askedOf(question, scoreIdOf(metric)), groupBy }]),
  );
}

/** A question about one measure at each place, stretch by stretch. */
export interface PlacesQuery {
  readonly metric: string;
  readonly query: AskedQuery;
}

/** The highest readings of each place and day, and the lowest of what can be too low. */
export function toExtremeQueries(
  question: AirQuestion,
  bandOf: (metric: string) => Band,
): readonly (PlacesQuery & { readonly side: BandSide })[] {
  const groupBy = [{ type: question.partsBy }, { type: 'DATE', granularity: dayOrWider(question.ranges) }];
  return question.metrics.filter(isAirMetric).flatMap((metric) =>
    sidesOf(bandOf(metric)).map((side) => ({
      metric,
      side,
      query: { ...askedOf(question, metric), aggregation: extremeOf(side), groupBy },
    })),
  );
}

/** The means by which shares of time are told. */
export function toShareQueries(question: AirQuestion): readonly PlacesQuery[] {
  const groupBy = [
    { type: question.partsBy },
    { type: 'DATE', granularity: shareGrainOf(question.ranges, question.partZoneIds.length) },
  ];
  return question.metrics
    .filter(isRated)
    .map((metric) => ({ metric, query: { ...askedOf(question, metric), groupBy } }));
}

/** The readings of one place through the day on which its air was worst, as finely as they come. */
export function toSpellQuery(
  question: AirQuestion,
  { metric, place, side, span }: { metric: string; place: string; side: BandSide; span: Span },
): AskedQuery {
  const { calendar } = question;
  const iso = (at: number) => new Date(at).toISOString();
  // A week may reach beyond the days that are asked about.
  const stretches = question.ranges
    .map((range) => spanOfDays(calendar, range.from, range.to))
    .map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }))
    .filter(({ from, to }) => from < to);
  const days = { criterion: 'DATE', values: stretches.map(({ from, to }) => `${iso(from)}/${iso(to)}`) };
  return {
    ...narrowed(
      { metric, filters: { conditions: [{ criterion: 'ZONES', values: [place] }, days] } },
      daysIn(question.day),
    ),
    ...judgedHours(question.hours, calendar.openingHours),
    aggregation: extremeOf(side),
    groupBy: [{ type: 'DATE', granularity: spellGrainOf(span) }],
  };
}

function askedOf({ partZoneIds, ranges, day, hours, calendar }: AirQuestion, metric: string): AskedQuery {
  return {
    ...narrowed({ metric, filters: { conditions: [zonesIn(partZoneIds), datesIn(ranges)] } }, daysIn(day)),
    ...judgedHours(hours, calendar.openingHours),
  };
}

const extremeOf = (side: BandSide) => (side === 'above' ? 'MAX' : 'MIN');

/** Minutes of a week make half of the points that an answer may have. */
export const spellGrainOf = ({ from, to }: Span): Granularity => (to - from <= 8 * dayMs ? granularity.minute : 300);

const shareGrains = [300, 900, 1800, granularity.hour, 10_800] as const;
/** Steps of all places together that are read for a measure. */
const mostSteps = 6000;

/**
 * The steps by whose means shares of time are told: as fine as can be, because an hour's mean hides ten bad minutes;
 * the more days and places, the wider.
 */
export function shareGrainOf(ranges: readonly DayRange[], places: number): Granularity {
  const stepsOf = (width: number) => (daysOf(ranges) * granularity.day * Math.max(1, places)) / width;
  return shareGrains.find((width) => stepsOf(width) <= mostSteps) ?? granularity.day;
}

/** How wide the stretches are in which the worst is looked for first. */
export function dayOrWider(ranges: readonly DayRange[]): Granularity {
  const days = daysOf(ranges);
  return days <= 120 ? granularity.day : days <= 800 ? granularity.week : granularity.month;
}

const dayMs = 86_400_000;
