import type { Widget } from '../definitions/index.ts';
import { countItems } from './asking/places.ts';
import { numbersSpec } from './numbers-spec.ts';
import { coloring } from './options/option-sets.ts';
import type { WidgetContext, WidgetSize } from './widget-spec.ts';

/** Numbers as shares of their maximum, one bar each. */
export const progressBarChart = numbersSpec({
  groupBy: null,
  options: ['rowFormatter', 'thresholds', ...coloring],
  shelf: 'figures',
  size: sizeOf,
  outline: 'rows',
});

function sizeOf(widget: Widget, context: WidgetContext | null): WidgetSize {
  const { metrics = [] } = widget;
  const isSplit = metrics.some(({ groupBy = [] }) => groupBy.length > 0);
  const bars = metrics.length * (isSplit ? countItems(widget, context, 4) : 1);
  return { columns: 4, height: Math.max(150, Math.min(550, bars * 50)) };
}
