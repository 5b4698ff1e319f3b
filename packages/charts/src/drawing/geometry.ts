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

/** What is usual during one bucket. */
export interface Step {
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

/** Mean advance of a 12 px tabular figure or letter. */
export const characterWidth = 6.6;

/** How wide a text is in the size that charts are written in, 12 px. */
export type TextWidth = (text: string) => number;

/** Near enough on a page, where measuring each word would take longer than drawing it. Paper measures. */
export const byLength: TextWidth = (text) => text.length * characterWidth;
