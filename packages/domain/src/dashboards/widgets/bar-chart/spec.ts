import type { Widget } from '../../definitions/index.ts';
import { numbersSpec } from '../numbers-spec.ts';
import type { WidgetSize } from '../widget-spec.ts';

/** px of an item, and the most the chart grows to before it scrolls (G04). */
const perItem = 50;
const highest = 550;

/** Lying bars, one per group. */
export const barChart = numbersSpec({ groupBy: ['ZONE'], size: sizeOf });

function sizeOf(widget: Widget): WidgetSize {
  const items = Math.max(widget.zoneIds?.length ?? 0, ...(widget.metrics ?? []).map(({ limit }) => limit ?? 5));
  return { columns: 6, height: Math.min(highest, Math.max(5, items) * perItem) };
}
