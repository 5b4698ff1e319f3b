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
