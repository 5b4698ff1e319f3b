import type { Rect } from './geometry.ts';

// Builders for common marks.

export const path = <Role extends string>(role: Role, d: string, paint?: Paint): Mark<Role> => ({
  element: 'path',
  role,
  d,
  ...paint,
});

export const text = <Role extends string>(
  role: Role,
  x: number,
  y: number,
  textAnchor: Anchor,
  words: string,
): Mark<Role> => ({ element: 'text', role, x, y, textAnchor, text: words });

/** Draws a line, horizontal by default. */
export const line = <Role extends string>(
  role: Role,
  x1: number,
  x2: number,
  y1: number,
  y2 = y1,
  paint?: Paint,
): Mark<Role> => ({ element: 'line', role, x1, x2, y1, y2, ...paint });

/** Draws diagonal stripes for unfinished values, 2 px of every 5. */
export function hatch<Role extends string>(id: string, role: Role, paint?: Paint): Mark<Role> {
  const stripes = { width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' };
  const stripe: Mark<Role> = { element: 'rect', role, x: 0, y: 0, width: 2, height: 5, ...paint };
  return { element: 'pattern', id, role, ...stripes, parts: [stripe] };
}

/** The part of a text at its x position. */
type Anchor = 'start' | 'middle' | 'end';

/** Paint besides that of the role: the color of a series, or `url(#…)` of a hatch or clip path. */
interface Paint {
  readonly fill?: string;
  readonly stroke?: string;
  readonly clipPath?: string;
}

interface RectShape extends Rect {
  readonly element: 'rect';
  readonly rx?: number;
}

interface LineShape {
  readonly element: 'line';
  readonly x1: number;
  readonly x2: number;
  readonly y1: number;
  readonly y2: number;
}

interface PathShape {
  readonly element: 'path';
  readonly d: string;
}

interface CircleShape {
  readonly element: 'circle';
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
}

interface TextShape {
  readonly element: 'text';
  readonly x: number;
  readonly y: number;
  readonly textAnchor: Anchor;
}

/**
 * One SVG element, in px, with SVG attribute names. Its role determines its style: a CSS class on pages, attributes on
 * paper. Only series have their own colors. Patterns and clip paths are not visible and consist of other marks.
 */
export type Mark<Role extends string> = (
  | RectShape
  | LineShape
  | PathShape
  | CircleShape
  | TextShape
  | { readonly element: 'pattern' | 'clipPath'; readonly id: string }
) &
  Paint & { readonly role: Role; readonly text?: string; readonly parts?: readonly Mark<Role>[] };

/** All marks of a chart that are independent of the pointer, back to front. */
export type Drawing<Role extends string> = readonly Mark<Role>[];

/** Words in charts besides numbers and names. */
export type ChartWord = 'closed' | 'noData' | 'soFar';

/** Texts of a drawing that depend on the reader, and the prefix of its ids. */
export interface ChartLabels {
  /** Prefix that no other element id on the page has. */
  readonly id: string;
  /** Returns a word in the reader's language. */
  readonly say: (word: ChartWord) => string;
  /** The current time of day; null draws no line for now. */
  readonly now: string | null;
}
