export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Bar extends Rect {
  readonly index: number;
  readonly running: boolean;
}

/** The usual value during one bucket. */
export interface UsualStep {
  readonly index: number;
  readonly x1: number;
  readonly x2: number;
  readonly y: number;
}

/** Left edge and width of one bucket. */
export interface Column {
  readonly x: number;
  readonly width: number;
}

/** Mean advance in px of a 12 px tabular figure or letter. */
export const characterWidth = 6.6;

/** Returns a text's width in px at 12 px, the font size of charts. */
export type TextWidth = (text: string) => number;

/**
 * Estimates the width from the length. Pages use it because measuring each text takes longer than drawing it. Paper
 * measures.
 */
export const estimateWidth: TextWidth = (text) => text.length * characterWidth;

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
