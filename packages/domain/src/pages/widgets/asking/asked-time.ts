import {
  type Granularity,
  granularity,
  type Instant,
  roundUpGranularity,
  type Span,
  toDaysSpan,
} from '../../../core/index.ts';
import { countsPeople, countTotalDays, type DayRange, findHourSpans, type Metric } from '../../../numbers/index.ts';
import { listOpenSpans, type OpeningCalendar } from '../../../sites/index.ts';
import type { Widget, WidgetMetric } from '../../definitions/index.ts';
import { getPeopleProgress, getProgress } from '../../progress.ts';
import { chooseGranularity } from '../../queries/question-parts.ts';
import type { PageFilters, WidgetSpec } from '../widget-spec.ts';

/** Maximum number of days in steps below an hour. Time series get one day less (G07). */
const maxFineDays = { course: 13, other: 14 };

/** Steps in a definition: seconds, or the ISO durations of site files. */
const periods: Readonly<Record<string, Granularity>> = {
  PT1M: 60,
  PT5M: 300,
  PT10M: 600,
  PT15M: 900,
  PT30M: 1800,
  PT1H: 3600,
  PT3H: 10_800,
  PT6H: 21_600,
  P1D: 86_400,
  P1W: 604_800,
  P1M: 2_592_000,
};

/** Returns the step a metric requests; null if it depends on the range. */
export function getRequestedGranularity(metric: WidgetMetric): Granularity | null {
  const date = metric.groupBy?.findLast((group) => group.type === 'DATE');
  const period = date?.period === undefined ? undefined : periods[date.period];
  const seconds = date?.granularity ?? period ?? metric.granularity;
  return seconds === undefined ? null : roundUpGranularity(seconds);
}

/** Returns the step a metric is shown in: as requested if the range allows it, else days. */
export function getGranularity(metric: WidgetMetric, ranges: readonly DayRange[]): Granularity {
  const asked = getRequestedGranularity(metric);
  if (asked === null) return chooseGranularity(ranges);
  return asked < granularity.day && countTotalDays(ranges) > maxFineDays.other ? granularity.day : asked;
}

/** Whether a widget requests steps below an hour for too many days. */
export function isTooWide(widget: Widget, spec: WidgetSpec<unknown>, ranges: readonly DayRange[]): boolean {
  const most = spec.isEvolution ? maxFineDays.course : maxFineDays.other;
  if (countTotalDays(ranges) <= most) return false;
  return (widget.metrics ?? []).some((metric) => {
    const asked = getRequestedGranularity(metric);
    return asked !== null && asked < granularity.hour;
  });
}

/** Returns the spans of days and hours at a site. */
export function toSpans(site: OpeningCalendar, { ranges, hours }: Pick<PageFilters, 'ranges' | 'hours'>): Span[] {
  const { from, to, openingOnly } = hours ?? {};
  return ranges.flatMap((range) => {
    const days = toDaysSpan(site, range.from, range.to);
    if (openingOnly) return listOpenSpans(site, days);
    return from && to ? findHourSpans(site, days, { from, to }) : [days];
  });
}

/**
 * Returns now, while any of the metrics can still change in the period: people until the last closing, others until its
 * end.
 */
export function getPresent(
  metrics: readonly Metric[],
  site: OpeningCalendar,
  filters: Pick<PageFilters, 'ranges' | 'hours'>,
  now: Instant,
): Instant | null {
  const spans = toSpans(site, filters);
  const progress = metrics.every(countsPeople) ? getPeopleProgress(site, spans, now) : getProgress(spans, now);
  return progress === 'running' ? now : null;
}
