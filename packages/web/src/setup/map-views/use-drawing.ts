import {
  addShape,
  type DrawingTool,
  formByTool,
  listSnapTargets,
  type MapElement,
  type Point,
  putPoint,
  type Snapped,
  setScale,
  snap,
} from '@atrium/domain/pages/map-views';
import { useState } from 'react';
import type { PlanEditing } from './use-plan.ts';

export type Tool = 'choose' | 'hand' | DrawingTool;

export const isDrawingTool = (tool: Tool): tool is DrawingTool => tool !== 'choose' && tool !== 'hand';

/** Snap distance, px. */
const snapDistance = 8;

/** Editing state of a plan: tool, selection, and unfinished shape. */
export interface Drawing {
  readonly tool: Tool;
  /** Selects a tool. The next shape represents the place that `of` references. */
  readonly take: (tool: Tool, of?: MapElement) => void;
  /** Key of the selected shape, or `scale`. */
  readonly chosen: string | null;
  readonly choose: (key: string | null) => void;
  /** Point of the selected shape that the keys move; null moves the whole shape. */
  readonly point: number | null;
  readonly setPoint: (index: number | null) => void;
  readonly pending: readonly Point[];
  /** Position of the next point; null if unknown. */
  readonly cursor: Snapped | null;
  readonly moveTo: (snapped: Snapped | null) => void;
  /** Adds a point to the unfinished shape. */
  readonly put: (point: Point) => void;
  /** Removes the last point. */
  readonly removePoint: () => void;
  readonly snaps: boolean;
  readonly setSnaps: (snaps: boolean) => void;
  readonly showsPicture: boolean;
  readonly setShowsPicture: (shows: boolean) => void;
  /** Plan units per pixel. */
  readonly unit: number;
  readonly setUnit: (unit: number) => void;
  /** Snaps a position; `except` is the shape being moved. */
  readonly snapped: (at: Point, except: string | null, isFree?: boolean) => Snapped;
}

const unsnapped = (point: Point): Snapped => ({ point, reason: null, guides: { x: null, y: null } });

export function useDrawing({ plan, metres, change }: PlanEditing): Drawing {
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
    const drawn = putPoint(tool, pending, at, snapDistance * unit);
    setPending(drawn.pending);
    if (drawn.done === null) return;
    const form = formByTool[tool];
    take('choose');
    if (form === null) {
      const [from, to] = drawn.done;
      // A moved scale line keeps its ratio until the user enters a length. The first line has no length yet.
      if (from && to)
        change(setScale(plan, { from, to, metres: (metres ?? 0) * Math.hypot(to.x - from.x, to.y - from.y) }));
      choose('scale');
      return;
    }
    // Wide enough for readers of the map to click.
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
    removePoint: () => (pending.length > 0 ? setPending(pending.slice(0, -1)) : take('choose')),
    snaps,
    setSnaps,
    showsPicture,
    setShowsPicture,
    unit,
    setUnit,
    snapped(at, except, isFree = false) {
      if (!snaps || isFree) return unsnapped(at);
      const targets = listSnapTargets(plan.shapes, except);
      const points = [...targets.points, ...pending];
      return snap(at, { ...targets, points }, snapDistance * unit, metres === null ? 1 : 0.1 / metres);
    },
  };
}

/** Returns the step of an arrow key: 0.1 m, with Shift 1 m; without a scale 1 or 10 units. */
export function getArrowStep(key: string, isFar: boolean, metres: number | null): Point | null {
  const step = (isFar ? 10 : 1) * (metres === null ? 1 : 0.1 / metres);
  const ways: Readonly<Record<string, Point>> = {
    ArrowLeft: { x: -step, y: 0 },
    ArrowRight: { x: step, y: 0 },
    ArrowUp: { x: 0, y: -step },
    ArrowDown: { x: 0, y: step },
  };
  return ways[key] ?? null;
}
