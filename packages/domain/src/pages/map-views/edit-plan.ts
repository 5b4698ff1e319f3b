import { type MapElement, type MapScale, mapLengths } from './map-config.ts';
import type { Plan, PlanForm, PlanShape } from './plan.ts';
import { buildBox, distance, type Point } from './plan-geometry.ts';

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

/** Maximum points of an area that fit into an outline. */
const maxPoints = 120;

/** Adds a shape above the others, with a new key. Returns the same plan if it is full. */
export function addShape(plan: Plan, shape: Omit<PlanShape, 'key'>): Plan {
  if (plan.shapes.length >= mapLengths.elements || shape.points.length > maxPoints) return plan;
  const numbers = plan.shapes.map(({ key }) => Number(key.replace('shape ', '')));
  const key = `shape ${Math.max(-1, ...numbers) + 1}`;
  const points = shape.points.map((point) => kept(plan, point));
  return { ...plan, shapes: [...plan.shapes, { ...shape, points, key }] };
}

export const removeShape = (plan: Plan, key: string): Plan => ({
  ...plan,
  shapes: plan.shapes.filter((shape) => shape.key !== key),
});

const change = (plan: Plan, key: string, next: (shape: PlanShape) => PlanShape): Plan => {
  const shapes = plan.shapes.map((shape) => (shape.key === key ? next(shape) : shape));
  return shapes.every((shape, index) => shape === plan.shapes[index]) ? plan : { ...plan, shapes };
};

/** Assigns a shape to a zone, passage or device, replacing the previous assignment and name. */
export function assignShape(
  plan: Plan,
  key: string,
  of: Pick<MapElement, 'deviceId' | 'name' | 'passageId' | 'zoneId'>,
): Plan {
  return change(plan, key, (shape) => {
    const { zoneId: _zone, passageId: _passage, deviceId: _device, name: _name, ...rest } = shape.element;
    return { ...shape, element: { ...rest, ...of } };
  });
}

/** Moves a shape, limited to the plan. */
export function moveShape(plan: Plan, key: string, by: Point): Plan {
  return change(plan, key, (shape) => {
    const across = within(
      by.x,
      shape.points.map(({ x }) => x),
      plan.width,
    );
    const down = within(
      by.y,
      shape.points.map(({ y }) => y),
      plan.height,
    );
    if (across === 0 && down === 0) return shape;
    return { ...shape, points: shape.points.map(({ x, y }) => ({ x: x + across, y: y + down })) };
  });
}

function within(by: number, places: readonly number[], most: number): number {
  const room = [-Math.min(...places), most - Math.max(...places)] as const;
  return Math.max(Math.min(by, Math.max(0, room[1])), Math.min(0, room[0]));
}

export function movePoint(plan: Plan, key: string, index: number, to: Point): Plan {
  return change(plan, key, (shape) => {
    const before = shape.points[index];
    const next = kept(plan, to);
    if (before === undefined || (before.x === next.x && before.y === next.y)) return shape;
    return { ...shape, points: shape.points.with(index, next) };
  });
}

const kept = ({ width, height }: Plan, { x, y }: Point): Point => ({
  x: Math.min(width, Math.max(0, x)),
  y: Math.min(height, Math.max(0, y)),
});

/** Inserts a point in the middle of the edge that begins at a point of an area. */
export function insertPoint(plan: Plan, key: string, index: number): Plan {
  return change(plan, key, (shape) => {
    const [a, b] = [shape.points[index], shape.points[(index + 1) % shape.points.length]];
    if (shape.form !== 'area' || shape.points.length >= maxPoints || a === undefined || b === undefined) return shape;
    return { ...shape, points: shape.points.toSpliced(index + 1, 0, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }) };
  });
}

/** Deletes a point of an area, unless only three are left. */
export function deletePoint(plan: Plan, key: string, index: number): Plan {
  return change(plan, key, (shape) =>
    shape.form === 'area' && shape.points.length > 3 ? { ...shape, points: shape.points.toSpliced(index, 1) } : shape,
  );
}

/** Reverses the entry direction of a door. */
export const reverseDoor = (plan: Plan, key: string): Plan =>
  change(plan, key, (shape) => (shape.form === 'line' ? { ...shape, points: shape.points.toReversed() } : shape));

/** Sets the scale. Shapes keep their position on the picture. */
export const setScale = (plan: Plan, scale: MapScale | null): Plan => ({ ...plan, scale });

/**
 * Fits the plan to a new picture. With shapes, the width stays and the height follows the picture's ratio. Without
 * shapes, the plan takes the picture's size.
 */
export function fitPicture(plan: Plan, picture: { readonly width: number; readonly height: number }): Plan {
  if (plan.shapes.length === 0) return { ...plan, ...picture, scale: null };
  return { ...plan, height: Math.max(1, Math.round((plan.width * picture.height) / picture.width)) };
}
