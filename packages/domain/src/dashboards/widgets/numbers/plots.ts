import { type Aggregation, answeredUnit, findMetric, ownAggregation } from '../../../measurements/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { settingsOf, type WidgetSettings } from '../settings.ts';
import type { WidgetSize } from '../widget-spec.ts';

/** The most axes a plot has room for, one at each side. */
export const maxAxes = 2;

/** px: the least a plot needs, and what stands between two of them (a legend of 20 px and a gap of 8 px on each side). */
const plotRoom = { least: 90, between: 36 };

/**
 * The axis of a metric: those with equal keys share one. Metrics of a unit do, unless axes are not to be merged; a
 * metric may ask for the second axis itself.
 */
export function axisKey(widget: Widget, index: number, unit: string, { avoidMergingYAxis }: WidgetSettings): string {
  const asked = widget.metrics?.[index]?.configuration?.secondAxis;
  if (asked === true) return 'second';
  return avoidMergingYAxis ? `metric ${index}` : unit;
}

/** How many plots a chart over time needs: one, unless each metric has its own or there are more axes than sides. */
export function plotsOf(widget: Widget): number {
  const settings = settingsOf(widget);
  const units = (widget.metrics ?? []).map(({ type, aggregation }) => {
    const metric = findMetric(type);
    const asked = aggregation?.toUpperCase() as Aggregation | undefined;
    return metric === undefined ? '' : answeredUnit(metric, asked ?? ownAggregation(metric), null);
  });
  if (settings.isMultiChart) return Math.max(1, units.length);
  const axes = new Set(units.map((unit, index) => axisKey(widget, index, unit, settings))).size;
  return axes > maxAxes ? axes : 1;
}

/** px of each of so many plots within a height. */
export function plotHeight(height: number, plots: number): number {
  return Math.max(plotRoom.least, Math.floor((height - (plots - 1) * plotRoom.between) / plots));
}

/** Room of a chart over time: as high as all of its plots need. */
export function courseSize(widget: Widget): WidgetSize {
  const plots = plotsOf(widget);
  return { columns: 6, height: Math.max(250, plots * plotRoom.least + (plots - 1) * plotRoom.between) };
}
