import {
  changeOfDayMs,
  type Granularity,
  granularities,
  granularity,
  granularityOfAtLeast,
  type SiteCalendar,
} from '@atrium/domain/core';
import {
  isRatioOfSums,
  type MeasurementQuery,
  type Metric,
  ownAggregation,
  relations,
  widestOf,
} from '@atrium/domain/measurements';

const day = 86_400_000;

/** Kinds whose every aggregation is the same however finely it is first known. */
const foldsAnyWidth: ReadonlySet<Metric['kind']> = new Set(['state', 'sample', 'total', 'status']);

/** How finely an answer is cut. */
export interface Grain {
  /** The intervals that numbers are first known in; every DATE grouping consists of whole ones. */
  readonly base: Granularity;
  /** Of each DATE grouping, in the query's order. */
  readonly dates: readonly Granularity[];
  /** Of the innermost grouping by date or by hour of the day; null without any. */
  readonly innermost: Granularity | null;
}

/**
 * Chooses widths: as asked, else by the length of the range; never finer than the sensors report (`slowest`, s). Ratios
 * and comparisons are made of hours whatever is asked for, so that what is missing on one side is left out hour by hour;
 * of days where `isWide`: where the hours would be too many.
 */
export function chooseGrain(
  query: MeasurementQuery,
  metric: Metric,
  length: number,
  slowest: number,
  calendars: readonly SiteCalendar[],
  isWide = false,
): Grain {
  const finest = granularityOfAtLeast(slowest);
  const atLeastFinest = (width: Granularity) => (width < finest ? finest : width);
  const fallback = query.granularity ?? forLength(length);
  const dates = query.groupBy
    .filter((group) => group.type === 'DATE')
    .map((group) => atLeastFinest(group.granularity ?? fallback));
  // Extremes and percentiles of counts are over values of the asked granularity; other folds may be finer.
  const own = ownAggregation(metric);
  const foldsFiner = foldsAnyWidth.has(metric.kind) || [own, ...relations].includes(query.aggregation);
  const periodWidths = query.groupBy.flatMap(({ period }) => (period === null ? [] : [widestOf(period)]));
  const unnamed = dates.length > 0 ? narrowest(dates) : forTotals(length);
  // All Mondays are made of days, all nine o'clocks of hours.
  const whole = periodWidths.length === 0 ? unnamed : narrowest([unnamed, granularity.day, ...periodWidths]);
  const asked = query.granularity ?? whole;
  const isRelated = isRatioOfSums(metric) || query.compare !== null || query.aggregation === 'EVOLUTION';
  const finer = isRelated && !isWide ? granularity.hour : forTotals(length);
  // Nor does it matter how finely a ratio or a comparison is asked for, unless it is shown that finely.
  const most = isRelated ? finer : narrowest([asked, finer]);
  const wanted = foldsFiner ? narrowest([most, ...periodWidths, ...dates]) : narrowest([asked, ...dates]);
  const base = nesting(atLeastFinest(wanted), dates, calendars, isRelated && foldsFiner);
  const byTime = query.groupBy.findLast(({ type, period }) => type === 'DATE' || period === 'HOURLY');
  const hours = base < granularity.hour ? granularity.hour : base;
  return { base, dates, innermost: byTime?.period === 'HOURLY' ? hours : (dates.at(-1) ?? null) };
}

/** Two days are two days when the clocks are set back in one of them (by two hours at most). */
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
 * Weeks don't consist of months, nor three hours since a change of day at 05:30 of whole hours: go finer until they do.
 * What is related to something else is made of the same intervals whatever it is shown in (`always`).
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
  const fits = (one: number) => calendars.every((calendar) => changeOfDayMs(calendar) % (one * 1000) === 0);
  return granularities.findLast((one) => one <= width && fits(one)) ?? granularity.minute;
}
