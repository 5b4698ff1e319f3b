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
