import {
  addShape,
  type DrawingTool,
  formOf,
  type MapElement,
  type Point,
  putPoint,
  type Snapped,
  setScale,
  snap,
  targetsOf,
} from '@atrium/domain/map-views';
import { useState } from 'react';
import type { Planning } from './use-plan.ts';

export type Tool = 'choose' | 'hand' | DrawingTool;

export const isDrawingTool = (tool: Tool): tool is DrawingTool => tool !== 'choose' && tool !== 'hand';

/** Pixels within which something is near. */
const reach = 8;

/** What the hand does on a plan: the tool, what is chosen, and what is drawn so far. */
export interface Drawing {
  readonly tool: Tool;
  /** Takes up a tool, to draw what `of` names. */
  readonly take: (tool: Tool, of?: MapElement) => void;
  /** Of a shape; `scale` is the scale. */
  readonly chosen: string | null;
  readonly choose: (key: string | null) => void;
  /** The point of the chosen shape that the keys move; null: they move the whole. */
  readonly point: number | null;
  readonly setPoint: (index: number | null) => void;
  readonly pending: readonly Point[];
  /** Where the next point would be; null: nowhere yet. */
  readonly cursor: Snapped | null;
  readonly moveTo: (snapped: Snapped | null) => void;
  /** Puts the next point of what is drawn. */
  readonly put: (point: Point) => void;
  /** Takes the last point back. */
  readonly unput: () => void;
  readonly snaps: boolean;
  readonly setSnaps: (snaps: boolean) => void;
  readonly showsPicture: boolean;
  readonly setShowsPicture: (shows: boolean) => void;
  /** Units of the plan that a pixel is. */
  readonly unit: number;
  readonly setUnit: (unit: number) => void;
  /** Where something put there goes; `except` is the shape that moves. */
  readonly snapped: (at: Point, except: string | null, isFree?: boolean) => Snapped;
}

const asIs = (point: Point): Snapped => ({ point, reason: null, guides: { x: null, y: null } });

export function useDrawing({ plan, metres, change }: Planning): Drawing {
  const [tool, setTool] = useState<Tool>('choose');
  const [of, setOf] = useState<MapElement>({});
  const [chosen, setChosen] = useState<string | null>(null);
  const [point, setPoint] = useState<number | null>(null);
  const [pending, setPending] = useState<readonly Point[]>([]);
  const [cursor, moveTo] = useState<Snapped | null>(null);
  const [snaps, setSnaps] = useState(true);
  const [showsPicture, setShowsPicture] = useState(true);
  const [unit, setUnit] = useState(1);

  function choose(key: string | null) {
    if (key !== chosen) setPoint(null);
    setChosen(key);
  }

  function take(next: Tool, named: MapElement = {}) {
    setTool(next);
    setOf(named);
    setPending([]);
    moveTo(null);
    if (isDrawingTool(next)) choose(null);
  }

  function put(at: Point) {
    if (!isDrawingTool(tool)) return;
    const drawn = putPoint(tool, pending, at, reach * unit);
    setPending(drawn.pending);
    if (drawn.done === null) return;
    const form = formOf[tool];
    take('choose');
    if (form === null) {
      const [from, to] = drawn.done;
      // Until somebody says how long it is, it is as long as it was; of the first line nothing is known.
      if (from && to)
        change(setScale(plan, { from, to, metres: (metres ?? 0) * Math.hypot(to.x - from.x, to.y - from.y) }));
      choose('scale');
      return;
    }
    // A line has nothing but its stroke: readers of the map have to hit it.
    const element = form === 'line' ? { ...of, strokeWidth: Math.max(2, Math.round(plan.width / 160)) } : of;
    const next = addShape(plan, { form, points: drawn.done, element });
    change(next);
    choose(next.shapes.at(-1)?.key ?? null);
  }

  return {
    tool,
    take,
    chosen,
    choose,
    point,
    setPoint,
    pending,
    cursor,
    moveTo,
    put,
    unput: () => (pending.length > 0 ? setPending(pending.slice(0, -1)) : take('choose')),
    snaps,
    setSnaps,
    showsPicture,
    setShowsPicture,
    unit,
    setUnit,
    snapped(at, except, isFree = false) {
      if (!snaps || isFree) return asIs(at);
      const targets = targetsOf(plan.shapes, except);
      const points = [...targets.points, ...pending];
      return snap(at, { ...targets, points }, reach * unit, metres === null ? 1 : 0.1 / metres);
    },
  };
}

/** How far an arrow moves something: a tenth of a metre, with Shift a whole one; without a scale units and tens of them. */
export function stepOf(key: string, isFar: boolean, metres: number | null): Point | null {
  const step = (isFar ? 10 : 1) * (metres === null ? 1 : 0.1 / metres);
  const ways: Readonly<Record<string, Point>> = {
    ArrowLeft: { x: -step, y: 0 },
    ArrowRight: { x: step, y: 0 },
    ArrowUp: { x: 0, y: -step },
    ArrowDown: { x: 0, y: step },
  };
  return ways[key] ?? null;
}
