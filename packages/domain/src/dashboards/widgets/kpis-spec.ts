import type { Widget } from '../definitions/index.ts';
import { numbersSpec } from './numbers-spec.ts';
import { coloring } from './options/option-sets.ts';
import type { WidgetSize } from './widget-spec.ts';

/** Cards per row; height of a card and gap between rows in px (G04). */
const row = { cards: 4, height: 116, gap: 12 };

/** Figures with usual values and time series. */
export const kpis = numbersSpec({
  groupBy: null,
  withCourse: true,
  size: sizeOf,
  options: ['kpis', 'isKpiMenuHidden', ...coloring],
  shelf: 'figures',
  asksFor: 4,
  outline: 'cards',
  isFigures: true,
  live: 'fast',
});

function sizeOf({ metrics = [] }: Widget): WidgetSize {
  const rows = Math.max(1, Math.ceil(metrics.length / row.cards));
  return { columns: 12, height: rows * row.height + (rows - 1) * row.gap };
}
