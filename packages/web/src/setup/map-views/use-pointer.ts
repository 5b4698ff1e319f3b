import { insertPoint, movePoint, moveShape, type Plan, type Point } from '@atrium/domain/pages/map-views';
import { type PointerEvent, type RefObject, useRef } from 'react';
import { type Drawing, isDrawingTool } from './use-drawing.ts';
import type { PlanEditing } from './use-plan.ts';

type Drag =
  | { readonly what: 'shape'; readonly key: string; readonly from: Point; readonly plan: Plan; readonly about: string }
  | {
      readonly what: 'point';
      readonly key: string;
      readonly index: number;
      readonly plan: Plan;
      readonly about: string;
    }
  | { readonly what: 'drawing'; readonly from: Point }
  | { readonly what: 'hand'; readonly x: number; readonly y: number };

/** Pointer handling of the plan: drags shapes and points, adds points, or pans. */
export function usePointer(
  svg: RefObject<SVGSVGElement | null>,
  stage: RefObject<HTMLDivElement | null>,
  { plan, change }: PlanEditing,
  drawing: Drawing,
) {
  const drag = useRef<Drag | null>(null);
  const count = useRef(0);

  function placeOf({ clientX, clientY }: PointerEvent): Point {
    const room = svg.current?.getBoundingClientRect();
    if (room === undefined || room.width === 0) return { x: 0, y: 0 };
    const place = (at: number, begin: number, long: number, most: number) =>
      Math.min(most, Math.max(0, ((at - begin) / long) * most));
    return {
      x: place(clientX, room.left, room.width, plan.width),
      y: place(clientY, room.top, room.height, plan.height),
    };
  }

  function begin(event: PointerEvent, next: Drag) {
    event.stopPropagation();
    svg.current?.setPointerCapture(event.pointerId);
    drag.current = next;
  }

  const about = () => `drag ${++count.current}`;

  return {
    grabShape(event: PointerEvent, key: string, canMove: boolean) {
      if (drawing.tool !== 'choose' || event.button !== 0) return;
      drawing.choose(key);
      if (canMove) begin(event, { what: 'shape', key, from: placeOf(event), plan, about: about() });
    },
    grabPoint(event: PointerEvent, key: string, index: number) {
      drawing.setPoint(index);
      begin(event, { what: 'point', key, index, plan, about: about() });
    },
    splitEdge(event: PointerEvent, key: string, index: number) {
      drawing.setPoint(index + 1);
      begin(event, { what: 'point', key, index: index + 1, plan: insertPoint(plan, key, index), about: about() });
    },
    down(event: PointerEvent) {
      if (event.button !== 0) return;
      if (drawing.tool === 'hand') begin(event, { what: 'hand', x: event.clientX, y: event.clientY });
      else if (isDrawingTool(drawing.tool)) {
        const { point } = drawing.snapped(placeOf(event), null, event.altKey);
        begin(event, { what: 'drawing', from: point });
        drawing.put(point);
      } else drawing.choose(null);
    },
    move(event: PointerEvent) {
      const now = drag.current;
      const at = placeOf(event);
      if (now?.what === 'hand') {
        stage.current?.scrollBy(now.x - event.clientX, now.y - event.clientY);
        drag.current = { ...now, x: event.clientX, y: event.clientY };
      } else if (now?.what === 'point') {
        const snapped = drawing.snapped(at, now.key, event.altKey);
        drawing.moveTo(snapped);
        change(movePoint(now.plan, now.key, now.index, snapped.point), now.about);
      } else if (now?.what === 'shape') {
        const first = now.plan.shapes.find(({ key }) => key === now.key)?.points[0];
        if (first === undefined) return;
        const to = { x: first.x + at.x - now.from.x, y: first.y + at.y - now.from.y };
        const snapped = drawing.snapped(to, now.key, event.altKey);
        drawing.moveTo(snapped);
        const { point } = snapped;
        change(moveShape(now.plan, now.key, { x: point.x - first.x, y: point.y - first.y }), now.about);
      } else if (isDrawingTool(drawing.tool)) drawing.moveTo(drawing.snapped(at, null, event.altKey));
    },
    up(event: PointerEvent) {
      const now = drag.current;
      drag.current = null;
      if (now === null) return;
      if (now.what !== 'drawing') return drawing.moveTo(null);
      // The shape was drawn by dragging, so the release point counts too.
      const { point } = drawing.snapped(placeOf(event), null, event.altKey);
      const isFar = Math.hypot(point.x - now.from.x, point.y - now.from.y) > 8 * drawing.unit;
      if (isFar && drawing.pending.length > 0) drawing.put(point);
    },
  };
}
