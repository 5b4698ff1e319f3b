/** In the map's own units, from its top left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Edge = readonly [from: Point, to: Point];

export const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

/** Returns the edges of an area, including the one from the last point to the first. */
export const listEdges = (points: readonly Point[]): readonly Edge[] =>
  points.map((point, index) => [point, points[(index + 1) % points.length] as Point] as const);

/** Returns the area in square units. Meaningless if the outline crosses itself. */
export function computeArea(points: readonly Point[]): number {
  const twice = listEdges(points).reduce((sum, [a, b]) => sum + a.x * b.y - b.x * a.y, 0);
  return Math.abs(twice) / 2;
}

/** Returns the centre of the bounding box. */
export function getCenter(points: readonly Point[]): Point {
  const [across, down] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return {
    x: (Math.min(...across) + Math.max(...across)) / 2,
    y: (Math.min(...down) + Math.max(...down)) / 2,
  };
}

/** Whether any two edges that are not adjacent meet, which makes the area ambiguous. */
export function crossesItself(points: readonly Point[]): boolean {
  const edges = listEdges(points);
  return edges.some((edge, index) =>
    edges.some((other, place) => {
      const apart = place - index;
      return apart > 1 && apart < edges.length - 1 && meet(edge, other);
    }),
  );
}

function meet([a, b]: Edge, [c, d]: Edge): boolean {
  const [atC, atD, atA, atB] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (atC * atD < 0 && atA * atB < 0) return true;
  return (
    (atC === 0 && isWithin(a, b, c)) ||
    (atD === 0 && isWithin(a, b, d)) ||
    (atA === 0 && isWithin(c, d, a)) ||
    (atB === 0 && isWithin(c, d, b))
  );
}

const turn = (a: Point, b: Point, c: Point) => Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));

const isWithin = (a: Point, b: Point, c: Point) =>
  Math.min(a.x, b.x) <= c.x && c.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= c.y && c.y <= Math.max(a.y, b.y);

/** Returns the point of an edge that is nearest to a point. */
export function findNearestPoint([a, b]: Edge, { x, y }: Point): Point {
  const long = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
  if (long === 0) return a;
  const share = ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / long;
  const kept = Math.min(1, Math.max(0, share));
  return { x: a.x + kept * (b.x - a.x), y: a.y + kept * (b.y - a.y) };
}

/** Whether four points are the corners of an axis-aligned box, in order. */
export function isBox(points: readonly Point[]): boolean {
  const [a, b, c, d] = points;
  if (points.length !== 4 || !a || !b || !c || !d) return false;
  return a.y === b.y && b.x === c.x && c.y === d.y && d.x === a.x;
}

/** Returns the corners of the box between two points, from its top left. */
export function buildBox(a: Point, b: Point): readonly Point[] {
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}
