import type { PlanShape } from './plan.ts';
import { distance, type Edge, findNearestPoint, listEdges, type Point } from './plan-geometry.ts';

/** Why a point was moved. */
export type SnapReason = 'point' | 'edge' | 'level' | 'step';

export interface Snapped {
  readonly point: Point;
  /** Null: it was not moved. */
  readonly reason: SnapReason | null;
  /** Positions of guide lines across the plan. Null: none in that direction. */
  readonly guides: { readonly x: number | null; readonly y: number | null };
}

export interface SnapTargets {
  readonly points: readonly Point[];
  readonly edges: readonly Edge[];
}

/** Returns all points and edges to snap to, except those of the moved shape. */
export function listSnapTargets(shapes: readonly PlanShape[], except: string | null): SnapTargets {
  const others = shapes.filter(({ key }) => key !== except);
  return {
    points: others.flatMap(({ points }) => points),
    edges: others.flatMap(({ form, points }) => {
      const edges = listEdges(points);
      if (form === 'area') return edges;
      return form === 'line' ? edges.slice(0, 1) : [];
    }),
  };
}

/**
 * Snaps a point within `reach`. In order of preference: to a point, to two alignments, to an edge, to one alignment.
 * Free coordinates snap to whole steps.
 */
export function snap(at: Point, { points, edges }: SnapTargets, reach: number, step: number): Snapped {
  const point = nearest(points, at, reach);
  if (point !== null) return { point, reason: 'point', guides: { x: point.x, y: point.y } };
  const x = level(
    points.map((one) => one.x),
    at.x,
    reach,
  );
  const y = level(
    points.map((one) => one.y),
    at.y,
    reach,
  );
  if (x !== null && y !== null) return { point: { x, y }, reason: 'level', guides: { x, y } };
  const stepped = { x: x ?? whole(at.x, step), y: y ?? whole(at.y, step) };
  const isOn = edges.some((edge) => distance(findNearestPoint(edge, stepped), stepped) === 0);
  const places = edges.map((one) => findNearestPoint(one, at));
  const edge = isOn ? stepped : nearest(places, at, reach);
  if (edge !== null) return { point: edge, reason: 'edge', guides: { x: null, y: null } };
  if (x !== null || y !== null) return { point: stepped, reason: 'level', guides: { x, y } };
  return { point: stepped, reason: 'step', guides: { x: null, y: null } };
}

const whole = (value: number, step: number) => Math.round(value / step) * step;

function nearest(places: readonly Point[], at: Point, reach: number): Point | null {
  const near = places.filter((place) => distance(place, at) <= reach);
  return near.reduce<Point | null>(
    (best, place) => (best === null || distance(place, at) < distance(best, at) ? place : best),
    null,
  );
}

function level(values: readonly number[], at: number, reach: number): number | null {
  const near = values.filter((value) => Math.abs(value - at) <= reach);
  return near.reduce<number | null>(
    (best, value) => (best === null || Math.abs(value - at) < Math.abs(best - at) ? value : best),
    null,
  );
}
