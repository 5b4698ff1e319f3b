import type { Widget } from '../../definitions/index.ts';
import { numbersSpec } from '../numbers-spec.ts';
import { coloring } from '../options/option-names.ts';
import { countItems } from '../places/item-count.ts';
import type { WidgetContext, WidgetSize } from '../widget-spec.ts';

/**
 * In px: height of a row and of the column headers; `most` is the number of visible rows before the table scrolls. With
 * its frame a table is 69 × rows + 100 px high (G04).
 */
const row = { height: 69, head: 30, most: 8 };

/** A row per group, a column per metric. */
export const table = numbersSpec({
  groupBy: ['ZONE'],
  options: ['isPercentage', 'rowFormatter', 'thresholds', ...coloring],
  shelf: 'figures',
  size: sizeOf,
  outline: 'rows',
  isFigures: true,
});

function sizeOf(widget: Widget, context: WidgetContext | null): WidgetSize {
  const rows = Math.max(1, Math.min(row.most, countItems(widget, context, row.most)));
  return { columns: 12, height: rows * row.height + row.head };
}
