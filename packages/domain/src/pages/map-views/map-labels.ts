import type { MapElement } from './map-config.ts';

/** In the map's own units. */
export interface MapBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export const labelCorners = ['topStart', 'bottomStart', 'topEnd', 'bottomEnd'] as const;
export type LabelCorner = (typeof labelCorners)[number];

/**
 * Finds the first corner of a box for its label that no box above it covers. Null if all are covered, since the label
 * would seem to belong to another box. `label` is the label's size. Plans are not mirrored: start is left.
 */
export function findLabelCorner(box: MapBox, over: readonly MapBox[], label: Pick<MapBox, 'width' | 'height'>) {
  const width = Math.min(label.width, box.width);
  const height = Math.min(label.height, box.height);
  const at: Record<LabelCorner, MapBox> = {
    topStart: { x: box.x, y: box.y, width, height },
    bottomStart: { x: box.x, y: box.y + box.height - height, width, height },
    topEnd: { x: box.x + box.width - width, y: box.y, width, height },
    bottomEnd: { x: box.x + box.width - width, y: box.y + box.height - height, width, height },
  };
  return labelCorners.find((corner) => !over.some((other) => overlaps(at[corner], other))) ?? null;
}

const overlaps = (a: MapBox, b: MapBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Returns the bounding box of an element. An outline contains its coordinates as pairs of numbers. */
export function getBoundingBox({ x = 0, y = 0, width = 0, height = 0, path }: MapElement): MapBox {
  if (!path) return { x, y, width, height };
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const across = numbers.filter((_, index) => index % 2 === 0);
  const down = numbers.filter((_, index) => index % 2 === 1);
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return { x: left, y: top, width: Math.max(...across) - left, height: Math.max(...down) - top };
}
