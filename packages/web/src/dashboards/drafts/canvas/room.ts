import { heightOfRows, type Placed } from '@atrium/domain/dashboards/layout';
import { specOf } from '@atrium/domain/dashboards/widgets';
import type { CSSProperties } from 'react';
import type { BoardItem } from '../../widgets/data/plan-board.ts';

/** Returns a position as CSS custom properties. */
export function roomOf({ column, row, columns, rows }: Placed): CSSProperties {
  return { '--column': column, '--row': row, '--columns': columns, '--rows': rows } as CSSProperties;
}

/** Returns the drawing height in px of an item with that many rows. */
export function drawnHeight(item: BoardItem, rows: number): number {
  return heightOfRows(rows, item.kind === 'widget' && specOf(item.widget.type).outline === 'cards');
}
