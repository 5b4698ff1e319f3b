import type { Widget } from '@atrium/domain/dashboards/definitions';
import {
  axisKey,
  getColorRanges,
  type Threshold,
  type WidgetSeries,
  type WidgetSettings,
} from '@atrium/domain/dashboards/widgets';

/** Groups the series by axis, main axis first. */
export function groupByAxis(
  widget: Widget,
  series: readonly WidgetSeries[],
  settings: WidgetSettings,
): readonly (readonly WidgetSeries[])[] {
  const groups = [...Map.groupBy(series, ({ index, metric }) => axisKey(widget, index, metric.unit, settings))];
  // The second axis comes second, whatever the definition's order.
  return groups.toSorted(([one], [other]) => Number(one === 'second') - Number(other === 'second')).map(([, of]) => of);
}

/** Returns lines across a plot: thresholds and the limits of color ranges. */
export function listLimits(series: readonly WidgetSeries[], settings: WidgetSettings): readonly Threshold[] {
  const metrics = [...new Set(series.map(({ metric }) => metric.id))];
  const ranges = metrics.flatMap((metric) => getColorRanges(settings, metric));
  const begins = [...new Set(ranges)].flatMap(({ lower, color, label }) =>
    lower === null || lower === 0 ? [] : [{ value: lower, color, label }],
  );
  return [...settings.thresholds, ...begins];
}
