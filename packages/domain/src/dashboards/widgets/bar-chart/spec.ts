import type { Widget } from '../../definitions/index.ts';
import { itemCount } from '../item-count.ts';
import { numbersSpec } from '../numbers-spec.ts';
import type { WidgetContext, WidgetSize } from '../widget-spec.ts';

/** px of an item, the least and the most the chart is high before it scrolls (G04). */
const perItem = 50;
const lowest = 150;
const highest = 550;

/** Lying bars, one per group. */
export const barChart = numbersSpec({ groupBy: ['ZONE'], size: sizeOf });

function sizeOf(widget: Widget, context: WidgetContext | null): WidgetSize {
  return { columns: 6, height: Math.max(lowest, Math.min(highest, itemCount(widget, context, 5) * perItem)) };
}
