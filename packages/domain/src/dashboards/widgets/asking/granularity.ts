import { type Granularity, granularity, roundUpGranularity } from '../../../core/index.ts';
import { countTotalDays, type DayRange } from '../../../measurements/index.ts';
import type { Widget, WidgetMetric } from '../../definitions/index.ts';
import { chooseGranularity } from '../../queries/counting-queries.ts';
import type { WidgetSpec } from '../widget-spec.ts';

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
