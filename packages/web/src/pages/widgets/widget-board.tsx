import { compactLayout, type Placed, rowsToHeight } from '@atrium/domain/pages/layout';
import { getWidgetSpec } from '@atrium/domain/pages/widgets';
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react';
import { useViewed } from '../../people/consent/use-viewed.ts';
import { BoardWidget } from './board-widget.tsx';
import { LiveRefresh } from './live-refresh.tsx';
import { computeRowHeights, packRows } from './pack-rows.ts';
import type { WidgetActs } from './pictures/view.ts';
import styles from './pictures/widgets.module.css';
import type { BoardItem } from './plan-board.ts';
import { type BoardProps, getItemColumns, getItemHeight, useBoard } from './use-board.ts';

/** Draws a page's widgets. All their queries go in one request; unreadable widgets show their type's name. */
export function WidgetBoard({ act, ...props }: BoardProps & { readonly act: WidgetActs | null }) {
  const board = useBoard(props);
  const { items } = board;
  const columns = packRows(items.map(getItemColumns));
  const heights = computeRowHeights(columns, items.map(getItemHeight));
  const places = useMemo(() => placesOf(items), [items]);
  const heightAt = (item: BoardItem, place: number) =>
    places === null
      ? fillsRoom(item)
        ? (heights[place] ?? 0)
        : getItemHeight(item)
      : heightIn(item, places.get(item.key));
  return (
    <div className={styles.board} data-placed={places !== null || undefined}>
      <LiveRefresh planned={board.planned} again={board.answers.again} />
      {items.map((item, place) => (
        <WidgetPlace
          key={item.key}
          columns={columns[place] ?? 12}
          placed={places?.get(item.key) ?? null}
          type={item.kind === 'placeholder' ? item.placeholder.type : item.widget.type}
        >
          <BoardWidget item={item} board={board} height={heightAt(item, place)} act={act} />
        </WidgetPlace>
      ))}
    </div>
  );
}

/**
 * Returns the positions on a page with a layout, without gaps for hidden widgets. Null for a page without a layout,
 * which is filled in order.
 */
function placesOf(board: readonly BoardItem[]): ReadonlyMap<string, Placed> | null {
  const wanted = board.flatMap(({ place }, id) => (place === null ? [] : [{ ...place, id }]));
  if (wanted.length < board.length || board.length === 0) return null;
  return new Map(compactLayout(wanted).map((placed) => [board[placed.id]?.key ?? '', placed]));
}

/** Returns the drawing height in px of a card at its position. */
function heightIn(item: BoardItem, placed: Placed | undefined): number {
  return placed === undefined ? getItemHeight(item) : rowsToHeight(placed.rows, isBare(item));
}

/** Whether the widget consists of cards itself, without a card around it. */
const isBare = (item: BoardItem): boolean =>
  item.kind === 'widget' && getWidgetSpec(item.widget.type).outline === 'cards';

/** Whether the drawing grows to the height of its row. */
function fillsRoom(item: BoardItem): boolean {
  if (item.kind === 'placeholder') return false;
  const { source, isFigures } = getWidgetSpec(item.widget.type);
  return source === 'numbers' && !isFigures;
}

interface WidgetPlaceProps {
  /** Width in columns of twelve. */
  readonly columns: number;
  /** Its position on a page with a layout. */
  readonly placed: Placed | null;
  readonly type: string;
  readonly children: ReactNode;
}

/** A widget's place on the page. It notices when the widget becomes visible. */
function WidgetPlace({ columns, placed, type, children }: WidgetPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useViewed(place, type);
  return (
    <div ref={place} className={styles.place} style={roomOf(columns, placed)}>
      {children}
    </div>
  );
}

function roomOf(columns: number, placed: Placed | null): CSSProperties {
  if (placed === null) return { '--span': columns } as CSSProperties;
  const { column, row, rows } = placed;
  return {
    '--span': placed.columns,
    '--column': column + 1,
    '--row': row + 1,
    '--rows': rows,
  } as CSSProperties;
}
