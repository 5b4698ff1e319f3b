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
 * Where in a box its name stands: the first corner that none of the boxes drawn over it covers; null when all are
 * covered, and the name would belong to another box for the eye. `label` is the room a name takes. A plan does not
 * mirror: start is left.
 */
export function labelCorner(box: MapBox, over: readonly MapBox[], label: Pick<MapBox, 'width' | 'height'>) {
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
