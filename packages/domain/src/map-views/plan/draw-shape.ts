import { boxBetween, distance, type Point } from './geometry.ts';
import type { PlanForm } from './plan.ts';

/** What draws something, point by point. A scale is a line that is no part of the drawing. */
export type DrawingTool = 'box' | 'polygon' | 'door' | 'sensor' | 'scale';

/** The form of what a tool draws; null of a scale. */
export const formOf: Readonly<Record<DrawingTool, PlanForm | null>> = {
  box: 'area',
  polygon: 'area',
  door: 'line',
  sensor: 'spot',
  scale: null,
};

export interface Drawn {
  /** The points that were put so far. */
  readonly pending: readonly Point[];
  /** All points of what is finished; null: more are to come. */
  readonly done: readonly Point[] | null;
}

/**
 * Puts the next point. A polygon ends where a point is put within `reach` of its first or last one; a point that would
 * make nothing, such as a box without height, changes nothing.
 */
export function putPoint(tool: DrawingTool, pending: readonly Point[], point: Point, reach: number): Drawn {
  const [first] = pending;
  if (tool === 'sensor') return { pending: [], done: [point] };
  if (first === undefined) return { pending: [point], done: null };
  if (tool === 'polygon') {
    const isAt = (other: Point | undefined) => other !== undefined && distance(other, point) <= reach;
    if (!isAt(first) && !isAt(pending.at(-1))) return { pending: [...pending, point], done: null };
    return pending.length > 2 ? { pending: [], done: pending } : { pending, done: null };
  }
  const isFlat = first.x === point.x || first.y === point.y;
  if (tool === 'box') return isFlat ? { pending, done: null } : { pending: [], done: boxBetween(first, point) };
  return distance(first, point) === 0 ? { pending, done: null } : { pending: [], done: [first, point] };
}
