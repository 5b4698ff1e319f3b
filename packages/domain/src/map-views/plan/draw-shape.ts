import { buildBox, distance, type Point } from './geometry.ts';
import type { PlanForm } from './plan.ts';

/** A tool that draws point by point. A scale is a line outside the drawing. */
export type DrawingTool = 'box' | 'polygon' | 'door' | 'sensor' | 'scale';

/** Form of a tool's shape. Null for the scale. */
export const formByTool: Readonly<Record<DrawingTool, PlanForm | null>> = {
  box: 'area',
  polygon: 'area',
  door: 'line',
  sensor: 'spot',
  scale: null,
};

export interface DrawStep {
  /** The points placed so far. */
  readonly pending: readonly Point[];
  /** All points of the finished shape. Null: more are needed. */
  readonly done: readonly Point[] | null;
}

/**
 * Adds the next point. A polygon ends with a point within `reach` of its first or last one. Ignores a point that would
 * make an invalid shape, such as a flat box.
 */
export function putPoint(tool: DrawingTool, pending: readonly Point[], point: Point, reach: number): DrawStep {
  const [first] = pending;
  if (tool === 'sensor') return { pending: [], done: [point] };
  if (first === undefined) return { pending: [point], done: null };
  if (tool === 'polygon') {
    const isAt = (other: Point | undefined) => other !== undefined && distance(other, point) <= reach;
    if (!isAt(first) && !isAt(pending.at(-1))) return { pending: [...pending, point], done: null };
    return pending.length > 2 ? { pending: [], done: pending } : { pending, done: null };
  }
  const isFlat = first.x === point.x || first.y === point.y;
  if (tool === 'box') return isFlat ? { pending, done: null } : { pending: [], done: buildBox(first, point) };
  return distance(first, point) === 0 ? { pending, done: null } : { pending: [], done: [first, point] };
}
