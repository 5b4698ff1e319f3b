import { type Aggregation, findMetric, getAnswerUnit, getDefaultAggregation } from '../../../numbers/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { getWidgetSettings, type WidgetSettings } from '../settings.ts';
import type { WidgetSize } from '../widget-spec.ts';

/** Maximum number of axes of a plot, one on each side. */
export const maxAxes = 2;

/** In px: the minimum height of a plot and the space between two (a legend of 20 px with gaps of 8 px). */
const plotRoom = { least: 90, between: 36 };

/**
 * Returns the axis key of a metric. Metrics with equal keys share an axis: those of the same unit, unless axes must not
 * be merged. A metric may request the second axis.
 */
export function axisKey(widget: Widget, index: number, unit: string, { avoidMergingYAxis }: WidgetSettings): string {
  const asked = widget.metrics?.[index]?.configuration?.secondAxis;
  if (asked === true) return 'second';
  return avoidMergingYAxis ? `metric ${index}` : unit;
}

/**
 * Returns the number of plots of a time chart: one, unless each metric has its own or there are more axes than sides.
 */
export function countPlots(widget: Widget): number {
  const settings = getWidgetSettings(widget);
  const units = (widget.metrics ?? []).map(({ type, aggregation }) => {
    const metric = findMetric(type);
    const asked = aggregation?.toUpperCase() as Aggregation | undefined;
    return metric === undefined ? '' : getAnswerUnit(metric, asked ?? getDefaultAggregation(metric), null);
  });
  if (settings.isMultiChart) return Math.max(1, units.length);
  const axes = new Set(units.map((unit, index) => axisKey(widget, index, unit, settings))).size;
  return axes > maxAxes ? axes : 1;
}

/** Returns the height in px of each plot within a total height. */
export function plotHeight(height: number, plots: number): number {
  return Math.max(plotRoom.least, Math.floor((height - (plots - 1) * plotRoom.between) / plots));
}

/** Returns the size of a time chart, high enough for all its plots. */
export function getTimeChartSize(widget: Widget): WidgetSize {
  const plots = countPlots(widget);
  return { columns: 6, height: Math.max(250, plots * plotRoom.least + (plots - 1) * plotRoom.between) };
}
