import type { Direction, Layout, Placed } from '@atrium/domain/pages/layout';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { Arranging } from './use-arranging.ts';

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

/** Maps an arrow key to a direction on the page. In Arabic the page starts at the right. */
function directionOf(key: string, isRightToLeft: boolean): Direction | null {
  if (key === 'ArrowUp') return 'up';
  if (key === 'ArrowDown') return 'down';
  if (key === 'ArrowLeft') return isRightToLeft ? 'end' : 'start';
  if (key === 'ArrowRight') return isRightToLeft ? 'start' : 'end';
  return null;
}

const growth: Readonly<Record<Direction, { readonly columns: number; readonly rows: number }>> = {
  start: { columns: -1, rows: 0 },
  end: { columns: 1, rows: 0 },
  up: { columns: 0, rows: -1 },
  down: { columns: 0, rows: 1 },
};

/** Handles a key on the canvas. Returns false for keys without an action, which keep their default. */
export function handleCanvasKey(event: KeyboardEvent<HTMLElement>, arranging: Arranging): boolean {
  const { key, shiftKey, altKey } = event;
  const isHeld = event.ctrlKey || event.metaKey;
  const { current, chosen, isLifted, layout } = arranging;
  if (altKey || current === null) return false;
  if (isHeld) {
    if (key.toLowerCase() !== 'd' || chosen.size === 0) return false;
    arranging.copy();
    return true;
  }
  const direction = directionOf(key, getComputedStyle(event.currentTarget).direction === 'rtl');
  if (direction !== null) {
    if (isLifted && shiftKey) arranging.resize(growth[direction]);
    else if (isLifted) arranging.step(direction);
    else {
      const next = findNeighbour(layout, current, direction);
      if (next === null) return false;
      arranging.goTo(next);
    }
    return true;
  }
  if (key === 'Enter' || key === ' ' || key === 'Escape') return chose(key, arranging, current);
  if (key !== 'Delete' && key !== 'Backspace') return false;
  arranging.remove();
  return true;
}

function chose(key: 'Enter' | ' ' | 'Escape', arranging: Arranging, current: number): boolean {
  const { isLifted, isSeveral, chosen } = arranging;
  if (key === ' ') {
    if (!isLifted) arranging.toggle(current);
    return true;
  }
  if (isLifted) arranging.putDown();
  else if (key === 'Enter') {
    if (chosen.size === 0) arranging.goTo(current);
    else arranging.lift();
  } else if (isSeveral) arranging.only([current]);
  else if (chosen.size > 0) arranging.none();
  else return false;
  return true;
}

/** Handles keys with the focus anywhere on the page: Ctrl/⌘ Z undoes, with Shift it redoes, A opens the gallery. */
export function usePageKeys(arranging: Arranging, toGallery: () => void): void {
  const latest = useRef({ arranging, toGallery });
  latest.current = { arranging, toGallery };
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent) {
      if (event.altKey || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return;
      const key = event.key.toLowerCase();
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
      if (!(event.ctrlKey || event.metaKey)) {
        if (key !== 'a' || isTyping) return;
        event.preventDefault();
        return latest.current.toGallery();
      }
      if (key !== 'z' && key !== 'y') return;
      // The page's undo also covers its text fields, so it replaces the browser's.
      event.preventDefault();
      if (key === 'y' || event.shiftKey) latest.current.arranging.redo();
      else latest.current.arranging.undo();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
