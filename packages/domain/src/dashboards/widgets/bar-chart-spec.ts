import type { Widget } from '../definitions/index.ts';
import { countItems } from './asking/places.ts';
import { numbersSpec } from './numbers-spec.ts';
import { barLook } from './options/option-sets.ts';
import { getWidgetSettings } from './settings.ts';
import type { WidgetContext, WidgetSize } from './widget-spec.ts';

/**
 * In px: height per item, the height up to which stacks get more space, and the minimum and maximum before the chart
 * scrolls (G04).
 */
const perItem = 50;
const roomy = 400;
const lowest = 150;
const highest = 550;

/** Horizontal bars, one per group. */
export const barChart = numbersSpec({ groupBy: ['ZONE'], size: sizeOf, options: barLook, outline: 'rows' });

function sizeOf(widget: Widget, context: WidgetContext | null): WidgetSize {
  const items = countItems(widget, context, 5);
  const { stacked, isPercentage } = getWidgetSettings(widget);
  const isRoomy = (stacked || isPercentage) && items * perItem <= roomy;
  const height = isRoomy ? (items - 1) * perItem + lowest : items * perItem;
  return { columns: 6, height: Math.max(lowest, Math.min(highest, height)) };
}
