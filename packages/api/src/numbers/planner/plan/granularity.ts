import {
  estimateBuckets,
  type Granularity,
  getChangeOfDayMs,
  granularities,
  granularity,
  roundUpGranularity,
  type SiteCalendar,
} from '@atrium/domain/core';
import {
  getDefaultAggregation,
  getWidestStep,
  isRatioOfStates,
  isRatioOfSums,
  type MeasurementQuery,
  type Metric,
  percentiles,
  relations,
} from '@atrium/domain/numbers';

const day = 86_400_000;

/** Kinds whose aggregations are independent of the base interval. */
const foldsAnyWidth: ReadonlySet<Metric['kind']> = new Set(['state', 'sample', 'total', 'status']);

/** Widths of an answer's buckets. */
export interface Grain {
  /** Base interval in which numbers are computed. Every DATE grouping consists of whole base intervals. */
  readonly base: Granularity;
  /** Width of each DATE grouping, in the query's order. */
  readonly dates: readonly Granularity[];
  /** Width of the innermost grouping by date or by hour of the day; null without one. */
  readonly innermost: Granularity | null;
}

/** Beyond this many base intervals, ratios and comparisons use days: a year of forty zones by the hour. */
const maxHours = 700_000;
/** Beyond this many, without those compared with, ratios use hours: a month of thirty zones by the quarter-hour. */
const maxQuarters = 100_000;

/** Returns the number of times that a query reads: its own and those compared with. */
export function countReadTimes({ compare }: Pick<MeasurementQuery, 'compare'>): number {
  if (compare === null) return 1;
  return compare === 'USUAL' ? 5 : 2;
}

/**
 * Returns the widths of the base intervals of ratios and comparisons, in the order in which they are tried. Ratios of
 * counts begin with the quarter-hours that rollups store, comparisons and ratios of states with hours.
 */
function listRelatedWidths(metric: Metric): readonly [Granularity, ...Granularity[]] {
  const isOfCounts = isRatioOfSums(metric) && !isRatioOfStates(metric);
  const { quarter, hour, day: wholeDay } = granularity;
  return isOfCounts ? [quarter, hour, wholeDay] : [hour, wholeDay];
}

/** Chooses widths such that the base intervals of `series` areas, doors or devices are not too many. */
export function chooseFittingGrain(
  query: MeasurementQuery,
  metric: Metric,
  length: number,
  slowest: number,
  calendars: readonly SiteCalendar[],
  series: number,
): Grain {
  const grainBy = (width: Granularity) => chooseGrain(query, metric, length, slowest, calendars, width);
  const fits = (width: Granularity) => {
    if (query.byDays === true) return false;
    const cells = series * estimateBuckets({ from: 0, to: length }, grainBy(width).base);
    // A comparison does not make its own number coarser.
    return width < granularity.hour ? cells <= maxQuarters : cells * countReadTimes(query) <= maxHours;
  };
  return grainBy(listRelatedWidths(metric).find(fits) ?? granularity.day);
}

/**
 * Chooses widths: as requested, otherwise by the length of the range, but never finer than the sensors report
 * (`slowest`, s). Ratios and comparisons use `related` (s) even for long ranges, so that gaps on either side are
 * excluded interval by interval.
 */
export function chooseGrain(
  query: MeasurementQuery,
  metric: Metric,
  length: number,
  slowest: number,
  calendars: readonly SiteCalendar[],
  related: Granularity = listRelatedWidths(metric)[0],
): Grain {
  const finest = roundUpGranularity(slowest);
  const atLeastFinest = (width: Granularity) => (width < finest ? finest : width);
  const fallback = query.granularity ?? forLength(length);
  const dates = query.groupBy
    .filter((group) => group.type === 'DATE')
    .map((group) => atLeastFinest(group.granularity ?? fallback));
  // Extremes and percentiles of counts apply to values of the requested granularity. Other folds may be finer.
  const own = getDefaultAggregation(metric);
  const isOfReadings = metric.kind === 'duration' && percentiles.has(query.aggregation);
  const foldsFiner = isOfReadings || foldsAnyWidth.has(metric.kind) || [own, ...relations].includes(query.aggregation);
  const periodWidths = query.groupBy.flatMap(({ period }) => (period === null ? [] : [getWidestStep(period)]));
  const unnamed = dates.length > 0 ? narrowest(dates) : forTotals(length);
  // Groups of Mondays consist of days, groups of nine o'clocks of hours.
  const whole = periodWidths.length === 0 ? unnamed : narrowest([unnamed, granularity.day, ...periodWidths]);
  const asked = query.granularity ?? whole;
  const isRelated = isRatioOfSums(metric) || query.compare !== null || query.aggregation === 'EVOLUTION';
  const finer = isRelated ? narrowest([related, forTotals(length)]) : forTotals(length);
  // For ratios and comparisons the requested width does not matter, unless it is shown.
  const most = isRelated ? finer : narrowest([asked, finer]);
  const wanted = foldsFiner ? narrowest([most, ...periodWidths, ...dates]) : narrowest([asked, ...dates]);
  const base = nesting(atLeastFinest(wanted), dates, calendars, isRelated && foldsFiner);
  const byTime = query.groupBy.findLast(({ type, period }) => type === 'DATE' || period === 'HOURLY');
  const hours = base < granularity.hour ? granularity.hour : base;
  return { base, dates, innermost: byTime?.period === 'HOURLY' ? hours : (dates.at(-1) ?? null) };
}

/** Two days stay short even if one is longer because the clocks are set back (by two hours at most). */
const isShort = (length: number) => length <= 2 * day + 7_200_000;

function forLength(length: number): Granularity {
  if (isShort(length)) return granularity.hour;
  if (length <= 93 * day) return granularity.day;
  return length <= 400 * day ? granularity.week : granularity.month;
}

function forTotals(length: number): Granularity {
  return isShort(length) ? granularity.hour : granularity.day;
}

function narrowest(widths: readonly Granularity[]): Granularity {
  return widths.reduce((low, width) => (width < low ? width : low));
}

/**
 * Narrows the base until the groupings consist of whole intervals. Months do not consist of weeks, nor three-hour steps
 * from a change of day at 05:30 of whole hours. Ratios and comparisons use the same intervals whatever is shown
 * (`always`).
 */
function nesting(
  base: Granularity,
  dates: readonly Granularity[],
  calendars: readonly SiteCalendar[],
  always: boolean,
): Granularity {
  let width = base;
  if (width === granularity.week && dates.includes(granularity.month)) width = granularity.day;
  const countedFromChange =
    always || dates.some((date) => date > granularity.hour && date < granularity.day && date !== width);
  if (!countedFromChange || width > granularity.hour) return width;
  const fits = (one: number) => calendars.every((calendar) => getChangeOfDayMs(calendar) % (one * 1000) === 0);
  return granularities.findLast((one) => one <= width && fits(one)) ?? granularity.minute;
}
