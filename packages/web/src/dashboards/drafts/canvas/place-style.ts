import { type Placed, rowsToHeight } from '@atrium/domain/dashboards/layout';
import { getWidgetSpec } from '@atrium/domain/dashboards/widgets';
import type { CSSProperties } from 'react';
import type { BoardItem } from '../../widgets/data/plan-board.ts';

/** Returns a position as CSS custom properties. */
export function toPlaceStyle({ column, row, columns, rows }: Placed): CSSProperties {
  return { '--column': column, '--row': row, '--columns': columns, '--rows': rows } as CSSProperties;
}

/** Returns the drawing height in px of an item with that many rows. */
export function getDrawingHeight(item: BoardItem, rows: number): number {
  return rowsToHeight(rows, item.kind === 'widget' && getWidgetSpec(item.widget.type).outline === 'cards');
}
