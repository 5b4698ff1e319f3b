import type { Anchor, Mark, Paint } from './mark.ts';

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
