import type { Widget } from '@atrium/domain/dashboards/definitions';
import { rangesFor, type Threshold, type WidgetSeries, type WidgetSettings } from '@atrium/domain/dashboards/widgets';

/**
 * Which series share an axis, the leading ones first: those of a unit, or of a metric where axes are not to be merged.
 * A metric may ask for the second axis itself.
 */
export function axisGroups(
  widget: Widget,
  series: readonly WidgetSeries[],
  { avoidMergingYAxis }: WidgetSettings,
): readonly (readonly WidgetSeries[])[] {
  const keyOf = ({ index, metric }: WidgetSeries) => {
    const asked = widget.metrics?.[index]?.configuration?.secondAxis;
    if (asked === true) return 'second';
    return avoidMergingYAxis ? `metric ${index}` : metric.unit;
  };
  const groups = [...Map.groupBy(series, keyOf)];
  // Whatever comes first in the definition, the second axis is the second.
  return groups.toSorted(([one], [other]) => Number(one === 'second') - Number(other === 'second')).map(([, of]) => of);
}

/** The most axes a plot has room for, one at each side. */
export const mostAxes = 2;

/** Lines across a plot: thresholds, and where the next colour of a range begins. */
export function limitsIn(series: readonly WidgetSeries[], settings: WidgetSettings): readonly Threshold[] {
  const metrics = [...new Set(series.map(({ metric }) => metric.id))];
  const ranges = metrics.flatMap((metric) => rangesFor(settings, metric));
  const begins = [...new Set(ranges)].flatMap(({ lower, color, label }) =>
    lower === null || lower === 0 ? [] : [{ value: lower, color, label }],
  );
  return [...settings.thresholds, ...begins];
}
