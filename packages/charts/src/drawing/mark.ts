import type { Rect } from './geometry.ts';

/** The part of a text at its x position. */
export type Anchor = 'start' | 'middle' | 'end';

/** Paint besides that of the role: the color of a series, or `url(#…)` of a hatch or clip path. */
export interface Paint {
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
