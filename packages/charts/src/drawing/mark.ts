import type { Rect } from './geometry.ts';

/** The part of a text that lies at its place. */
export type Anchor = 'start' | 'middle' | 'end';

/** What paints a mark besides what its role does: the colour of its series, or `url(#…)` of a hatch or a clip. */
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
 * One thing that is drawn, in px, by the names of SVG. What it looks like is said by its role, which the page has a class
 * for and paper a style; only what belongs to a series has a colour of its own. A hatch or a clip is no picture itself,
 * and is made of others.
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

/** Everything of a chart that does not move with the pointer, from the back to the front. */
export type Drawing<Role extends string> = readonly Mark<Role>[];
