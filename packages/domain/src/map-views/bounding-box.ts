import type { MapBox } from './label-corner.ts';
import type { MapElement } from './map-config.ts';

/** Returns the bounding box of an element. An outline contains its coordinates as pairs of numbers. */
export function getBoundingBox({ x = 0, y = 0, width = 0, height = 0, path }: MapElement): MapBox {
  if (!path) return { x, y, width, height };
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const across = numbers.filter((_, index) => index % 2 === 0);
  const down = numbers.filter((_, index) => index % 2 === 1);
  const [left, top] = [Math.min(...across), Math.min(...down)];
  return { x: left, y: top, width: Math.max(...across) - left, height: Math.max(...down) - top };
}
