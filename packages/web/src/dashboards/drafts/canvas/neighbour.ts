import type { Direction, Layout, Placed } from '@atrium/domain/dashboards/layout';

/**
 * Returns the widget an arrow key leads to: the nearest on that side, else the next or previous in reading order. Null
 * at the page's start or end.
 */
export function findNeighbour(layout: Layout, id: number, direction: Direction): number | null {
  const at = layout.findIndex((one) => one.id === id);
  const from = layout[at];
  if (from === undefined) return layout[0]?.id ?? null;
  const there = layout.filter((one) => one !== from && standsAt(from, one, direction));
  const [nearest] = there.toSorted(
    (one, other) =>
      distance(from, one, direction) - distance(from, other, direction) || offset(from, one) - offset(from, other),
  );
  const isOnward = direction === 'end' || direction === 'down';
  return (nearest ?? layout[isOnward ? at + 1 : at - 1])?.id ?? null;
}

function standsAt(from: Placed, one: Placed, direction: Direction): boolean {
  const sharesRow = one.row < from.row + from.rows && from.row < one.row + one.rows;
  const sharesColumn = one.column < from.column + from.columns && from.column < one.column + one.columns;
  if (direction === 'start') return sharesRow && one.column + one.columns <= from.column;
  if (direction === 'end') return sharesRow && one.column >= from.column + from.columns;
  return sharesColumn && (direction === 'up' ? one.row + one.rows <= from.row : one.row >= from.row + from.rows);
}

function distance(from: Placed, one: Placed, direction: Direction): number {
  if (direction === 'start') return from.column - one.column - one.columns;
  if (direction === 'end') return one.column - from.column - from.columns;
  return direction === 'up' ? from.row - one.row - one.rows : one.row - from.row - from.rows;
}

/** Offset of the two start corners, in grid cells. */
const offset = (from: Placed, one: Placed) => Math.abs(one.row - from.row) + Math.abs(one.column - from.column);
