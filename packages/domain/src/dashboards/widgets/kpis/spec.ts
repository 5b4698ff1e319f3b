import type { Widget } from '../../definitions/index.ts';
import { numbersSpec } from '../numbers-spec.ts';
import { coloring } from '../options/option-names.ts';
import type { WidgetSize } from '../widget-spec.ts';

/** Cards in a row, px of a card and between two rows (G04). */
const row = { cards: 4, height: 116, gap: 12 };

/** Figures with what is usual and their course. */
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
