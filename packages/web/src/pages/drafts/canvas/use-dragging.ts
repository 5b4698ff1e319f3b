import {
  gridRow,
  hasLayoutChanged,
  type Layout,
  moveItems,
  pageColumns,
  resizeItem,
} from '@atrium/domain/pages/layout';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** The edges that a handle drags. Without any, the whole widget moves. */
export interface Edge {
  readonly start?: boolean;
  readonly end?: boolean;
  readonly top?: boolean;
  readonly bottom?: boolean;
}

interface Drag {
  readonly ids: ReadonlySet<number>;
  readonly edge: Edge | null;
  readonly from: Layout;
  /** The layout if dropped now. */
  readonly layout: Layout;
}

/** Distance in px before a press becomes a drag. */
const dragThreshold = 4;
/** Auto-scroll: distance from the canvas's edge and step, in px. */
const [brim, stride] = [40, 12];

/** Moves and resizes by pointer. The dragged widget follows the pointer, the others make room. */
export function useDragging(grid: RefObject<HTMLElement | null>, layout: Layout, arrange: (layout: Layout) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const latest = useRef<Drag | null>(null);
  const end = useRef<((isDropped: boolean) => void) | null>(null);
  const show = (next: Drag | null) => {
    latest.current = next;
    setDrag(next);
  };
  useEffect(() => () => end.current?.(false), []);

  function grip(event: PointerEvent<HTMLElement>, ids: ReadonlySet<number>, edge: Edge | null): void {
    const place = grid.current;
    if (event.button !== 0 || place === null || ids.size === 0) return;
    const { clientX, clientY } = event;
    const begin = place.getBoundingClientRect();
    const isRightToLeft = getComputedStyle(place).direction === 'rtl';
    const cell = (begin.width + gridRow.gap) / pageColumns;
    const only = ids.size === 1 ? [...ids][0] : undefined;

    function move(at: globalThis.PointerEvent) {
      if (place === null) return;
      const [x, y] = [at.clientX - clientX, at.clientY - clientY];
      if (latest.current === null && Math.hypot(x, y) < dragThreshold) return;
      scrollAlong(place, at.clientY);
      // Includes the scrolled distance.
      const down = y + begin.top - place.getBoundingClientRect().top;
      // Set on the moving elements only: a property on the canvas would restyle all of it at each step.
      requestAnimationFrame(() => follow(place, end.current === null ? '' : `${x}px ${down}px`));
      const columns = Math.round(((isRightToLeft ? -1 : 1) * x) / cell);
      const rows = Math.round(down / (gridRow.height + gridRow.gap));
      const next =
        edge === null ? moveItems(layout, ids, { columns, rows }) : pulled(layout, only ?? 0, edge, columns, rows);
      const before = latest.current?.layout ?? null;
      if (before === null || hasLayoutChanged(before, next)) show({ ids, edge, from: layout, layout: next });
    }
    function finish(isDropped: boolean) {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', drop);
      removeEventListener('pointercancel', cancel);
      removeEventListener('keydown', giveUp, true);
      end.current = null;
      const last = latest.current;
      if (place !== null) follow(place, '');
      show(null);
      if (isDropped && last !== null) arrange(last.layout);
    }
    const drop = () => finish(true);
    const cancel = () => finish(false);
    const giveUp = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      pressed.preventDefault();
      pressed.stopPropagation();
      cancel();
    };
    end.current?.(false);
    end.current = finish;
    addEventListener('pointermove', move);
    addEventListener('pointerup', drop);
    addEventListener('pointercancel', cancel);
    addEventListener('keydown', giveUp, true);
  }

  return { drag, grip };
}

function pulled(layout: Layout, id: number, edge: Edge, columns: number, rows: number): Layout {
  const by = {
    columns: edge.start ? -columns : edge.end ? columns : 0,
    rows: edge.top ? -rows : edge.bottom ? rows : 0,
  };
  return resizeItem(layout, id, by, { start: edge.start === true, top: edge.top === true });
}

/** Translates the dragged elements. An empty string resets them. */
function follow(place: HTMLElement, translate: string): void {
  for (const one of place.querySelectorAll<HTMLElement>('[data-follows]')) one.style.translate = translate;
}

/** Scrolls while dragging near the edge. */
function scrollAlong(place: HTMLElement, y: number): void {
  const view = place.closest('[data-scrolls]');
  if (view === null) return;
  const { top, bottom } = view.getBoundingClientRect();
  if (y > bottom - brim) view.scrollBy(0, stride);
  if (y < top + brim) view.scrollBy(0, -stride);
}
