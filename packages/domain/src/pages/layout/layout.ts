import { clampToPage, type Layout, type Place, type Placed, pageColumns, shareColumn } from './place.ts';

/**
 * Compacts a layout: places items in reading order, each as high as the previous ones allow. `held` items precede
 * others of the same row, so that a dragged item takes its place and the others make room.
 */
export function compactLayout(wanted: readonly Placed[], held: ReadonlySet<number> = new Set()): Layout {
  const first = ({ id }: Placed) => (held.has(id) ? 0 : 1);
  const inTurn = wanted
    .map((one) => ({ id: one.id, ...clampToPage(one) }))
    .toSorted((one, other) => one.row - other.row || first(one) - first(other) || one.column - other.column);
  const resting: Placed[] = [];
  for (const one of inTurn) {
    const above = resting.filter((other) => shareColumn(one, other)).map(({ row, rows }) => row + rows);
    resting.push({ ...one, row: Math.max(0, ...above) });
  }
  return inReadingOrder(resting);
}

/** Adds an item at a position. Items already there make room. */
export function placeItem(layout: Layout, added: Placed): Layout {
  return compactLayout([...layout, added], new Set([added.id]));
}

/** Inserts an item before another one; at the end if that id is missing. */
export function insertItemBefore(layout: Layout, added: Placed, before: number | null): Layout {
  const next = layout.find(({ id }) => id === before);
  const at = next === undefined ? { column: 0, row: getLayoutHeight(layout) } : { column: next.column, row: next.row };
  return placeItem(layout, { ...added, ...at });
}

/** Appends an item, in the last row if it has room. */
export function appendItem(layout: Layout, added: Omit<Placed, 'column' | 'row'>): Layout {
  const size = { ...added, ...clampToPage({ ...added, column: 0, row: 0 }) };
  const bottom = getLayoutHeight(layout);
  const last = layout.findLast(({ row, rows }) => row + rows === bottom);
  const column = last === undefined ? pageColumns : last.column + last.columns;
  if (last !== undefined && column + size.columns <= pageColumns) {
    const beside = compactLayout([...layout, { ...size, column, row: last.row }]);
    const others = beside.filter(({ id }) => id !== added.id);
    if (!hasLayoutChanged(layout, others)) return beside;
  }
  return compactLayout([...layout, { ...size, row: bottom }]);
}

export function removeItems(layout: Layout, ids: ReadonlySet<number>): Layout {
  return compactLayout(layout.filter(({ id }) => !ids.has(id)));
}

/** Moves the items together by columns and rows, as far as the page allows. */
export function moveItems(layout: Layout, ids: ReadonlySet<number>, by: { columns: number; rows: number }): Layout {
  const moving = layout.filter(({ id }) => ids.has(id));
  if (moving.length === 0) return layout;
  const start = Math.min(...moving.map(({ column }) => column));
  const end = Math.max(...moving.map(({ column, columns }) => column + columns));
  const top = Math.min(...moving.map(({ row }) => row));
  const columns = Math.min(pageColumns - end, Math.max(-start, Math.round(by.columns)));
  const rows = Math.max(-top, Math.round(by.rows));
  return compactLayout(
    layout.map((one) => (ids.has(one.id) ? { ...one, column: one.column + columns, row: one.row + rows } : one)),
    ids,
  );
}

export type Direction = 'start' | 'end' | 'up' | 'down';

/**
 * Moves the items one step: one column sideways, or past the item above or below. Returns the same layout at the edge.
 */
export function stepItems(layout: Layout, ids: ReadonlySet<number>, direction: Direction): Layout {
  if (direction === 'start' || direction === 'end')
    return changedOrSame(layout, moveItems(layout, ids, { columns: direction === 'end' ? 1 : -1, rows: 0 }));
  const sign = direction === 'down' ? 1 : -1;
  let first: Layout | null = null;
  for (let rows = 1; rows <= getLayoutHeight(layout) + 1; rows++) {
    const next = moveItems(layout, ids, { columns: 0, rows: sign * rows });
    if (!hasLayoutChanged(layout, next)) continue;
    // Several items move past a neighbour together if possible. Moving one of them would let it in between.
    if (hasLayoutChanged(shapeOf(layout, ids), shapeOf(next, ids))) first ??= next;
    else return next;
  }
  return first ?? layout;
}

/** Returns the arrangement of the items relative to each other. */
function shapeOf(layout: Layout, ids: ReadonlySet<number>): Layout {
  const chosen = layout.filter(({ id }) => ids.has(id));
  const top = Math.min(...chosen.map(({ row }) => row));
  return chosen.map((one) => ({ ...one, row: one.row - top }));
}

/** Resizes an item. `edge` names the dragged sides; the opposite sides stay fixed. */
export function resizeItem(
  layout: Layout,
  resizedId: number,
  by: { readonly columns: number; readonly rows: number },
  edge: { readonly start?: boolean; readonly top?: boolean } = {},
): Layout {
  const one = layout.find(({ id }) => id === resizedId);
  if (one === undefined) return layout;
  const wanted = { ...one, columns: one.columns + by.columns, rows: one.rows + by.rows };
  const place = clampToPage({ ...wanted, column: 0, row: 0 });
  const end = one.column + one.columns;
  const columns = edge.start ? Math.min(place.columns, end) : Math.min(place.columns, pageColumns - one.column);
  const column = edge.start ? end - columns : one.column;
  const row = edge.top ? Math.max(0, one.row + one.rows - place.rows) : one.row;
  return compactLayout(
    layout.map((other) => (other.id === resizedId ? { id: other.id, column, row, columns, rows: place.rows } : other)),
    new Set([resizedId]),
  );
}

/** Returns the height of the layout in rows. */
export const getLayoutHeight = (layout: Layout): number => Math.max(0, ...layout.map(({ row, rows }) => row + rows));

/** Lays out a page without positions: fills rows in order. */
export function fillRows(sizes: readonly Pick<Placed, 'id' | 'columns' | 'rows'>[]): Layout {
  const placed: Placed[] = [];
  let row = 0;
  let column = 0;
  let highest = 0;
  for (const size of sizes) {
    const { columns, rows } = clampToPage({ ...size, column: 0, row: 0 });
    if (column + columns > pageColumns) {
      row += highest;
      column = 0;
      highest = 0;
    }
    placed.push({ id: size.id, column, row, columns, rows });
    column += columns;
    highest = Math.max(highest, rows);
  }
  return compactLayout(placed);
}

/** Whether any item differs in position or size. */
export function hasLayoutChanged(one: Layout, other: Layout): boolean {
  if (one.length !== other.length) return true;
  const before = new Map<number, Place>(one.map((placed) => [placed.id, placed]));
  return other.some((now) => {
    const then = before.get(now.id);
    return (
      then?.column !== now.column || then.row !== now.row || then.columns !== now.columns || then.rows !== now.rows
    );
  });
}

const changedOrSame = (before: Layout, after: Layout) => (hasLayoutChanged(before, after) ? after : before);

const inReadingOrder = (placed: readonly Placed[]): Layout =>
  placed.toSorted((one, other) => one.row - other.row || one.column - other.column);

/**
 * Returns the phone order after a layout change. A reading order remains the reading order. A custom order is
 * preserved, and new items follow their predecessor on the page.
 */
export function updatePhoneOrder(before: readonly number[], was: Layout, is: Layout): readonly number[] {
  const read = is.map(({ id }) => id);
  const isOwn = before.join() !== was.map(({ id }) => id).join();
  if (!isOwn) return read;
  const there = new Set(read);
  const kept = before.filter((id) => there.has(id));
  for (const [place, id] of read.entries()) {
    if (kept.includes(id)) continue;
    const follows = read[place - 1];
    kept.splice(follows === undefined ? 0 : kept.indexOf(follows) + 1, 0, id);
  }
  return kept;
}

/** Moves an item within the order. */
export function reorder(order: readonly number[], id: number, to: number): readonly number[] {
  const others = order.filter((other) => other !== id);
  const place = Math.min(others.length, Math.max(0, to));
  return order.includes(id) ? [...others.slice(0, place), id, ...others.slice(place)] : order;
}
