import type { Rect } from './geometry.ts';

/** Round on top by at most `radius` px, square at the foot. */
export function barPath({ x, y, width, height }: Rect, radius = 2): string {
  const r = Math.min(radius, width / 2, height);
  return `M${x} ${y + height}V${y + r}Q${x} ${y} ${x + r} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${y + height}Z`;
}

/** A box without a foot. */
export function openBox({ x, y, width }: Rect, foot: number, crisp: (value: number) => number): string {
  return `M${crisp(x)} ${foot}V${crisp(y)}H${crisp(x + width)}V${foot}`;
}

/** A bracket above a plot, over what lasted from one place to another. */
export function bracketPath(x1: number, x2: number, plotY: number, crisp: (value: number) => number): string {
  return `M${crisp(x1)} ${plotY - 5}V${plotY - 9.5}H${crisp(x2)}V${plotY - 5}`;
}
