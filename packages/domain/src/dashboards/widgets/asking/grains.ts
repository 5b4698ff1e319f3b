import { type Granularity, granularity, granularityOfAtLeast } from '../../../core/index.ts';
import { type DayRange, daysOf } from '../../../measurements/index.ts';
import type { Widget, WidgetMetric } from '../../definitions/index.ts';
import { granularityOf } from '../../queries/counting-queries.ts';
import type { WidgetSpec } from '../widget-spec.ts';

/** Maximum number of days in steps below an hour. Time series get one day less (G07). */
const finest = { course: 13, other: 14 };

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
export function askedGrain(metric: WidgetMetric): Granularity | null {
  const date = metric.groupBy?.findLast((group) => group.type === 'DATE');
  const period = date?.period === undefined ? undefined : periods[date.period];
  const seconds = date?.granularity ?? period ?? metric.granularity;
  return seconds === undefined ? null : granularityOfAtLeast(seconds);
}

/** Returns the step a metric is shown in: as requested if the range allows it, else days. */
export function grainOf(metric: WidgetMetric, ranges: readonly DayRange[]): Granularity {
  const asked = askedGrain(metric);
  if (asked === null) return granularityOf(ranges);
  return asked < granularity.day && daysOf(ranges) > finest.other ? granularity.day : asked;
}

/** Whether a widget requests steps below an hour for too many days. */
export function isTooWide(widget: Widget, spec: WidgetSpec<unknown>, ranges: readonly DayRange[]): boolean {
  const most = spec.isEvolution ? finest.course : finest.other;
  if (daysOf(ranges) <= most) return false;
  return (widget.metrics ?? []).some((metric) => {
    const asked = askedGrain(metric);
    return asked !== null && asked < granularity.hour;
  });
}
