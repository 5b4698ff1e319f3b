import type { Rect } from './geometry.ts';

/** Draws a bar with a rounded top (at most `radius` px) and a square foot; reversed for negative values. */
export function barPath({ x, y, width, height }: Rect, radius = 2, isBelow = false): string {
  const r = Math.min(radius, width / 2, height);
  const foot = y + height;
  if (isBelow)
    return `M${x} ${y}V${foot - r}Q${x} ${foot} ${x + r} ${foot}H${x + width - r}Q${x + width} ${foot} ${x + width} ${foot - r}V${y}Z`;
  return `M${x} ${foot}V${y + r}Q${x} ${y} ${x + r} ${y}H${x + width - r}Q${x + width} ${y} ${x + width} ${y + r}V${foot}Z`;
}

/** Draws a box without a bottom line. */
export function openBox({ x, y, width }: Rect, foot: number, crisp: (value: number) => number): string {
  return `M${crisp(x)} ${foot}V${crisp(y)}H${crisp(x + width)}V${foot}`;
}

/** Draws a bracket above a plot, from one x to another. */
export function bracketPath(x1: number, x2: number, plotY: number, crisp: (value: number) => number): string {
  return `M${crisp(x1)} ${plotY - 5}V${plotY - 9.5}H${crisp(x2)}V${plotY - 5}`;
}
