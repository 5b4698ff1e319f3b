import { fillRows } from '@atrium/domain/pages/layout';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNeighbour } from './use-canvas-keys.ts';

/** 1 and 2 side by side, 3 full width below them, 4 and 5 below that. */
const layout = [
  { id: 1, column: 0, row: 0, columns: 6, rows: 4 },
  { id: 2, column: 6, row: 0, columns: 6, rows: 6 },
  { id: 3, column: 0, row: 6, columns: 12, rows: 2 },
  { id: 4, column: 0, row: 8, columns: 4, rows: 2 },
  { id: 5, column: 4, row: 8, columns: 8, rows: 2 },
];

describe('an arrow on a page', () => {
  it.each([
    [1, 'end', 2],
    [1, 'down', 3],
    [2, 'start', 1],
    [2, 'down', 3],
    [3, 'up', 2],
    [3, 'down', 4],
    [5, 'up', 3],
    // Nothing lies on that side, so the next in reading order.
    [2, 'end', 3],
    [4, 'start', 3],
    [1, 'up', null],
    [5, 'end', null],
  ] as const)('from %i to the %s leads to %s', (id, direction, to) => {
    expect(findNeighbour(layout, id, direction)).toBe(to);
  });

  it('reaches every widget of any page, from the first one, by going on', () => {
    const sizes = fc.array(fc.tuple(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 2, max: 6 })), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(sizes, (all) => {
        const page = fillRows(all.map(([columns, rows], index) => ({ id: index + 1, columns, rows })));
        const reached = new Set([page[0]?.id]);
        const ways = [...reached];
        while (ways.length > 0) {
          const id = ways.pop() ?? 0;
          for (const direction of ['end', 'down', 'start', 'up'] as const) {
            const to = findNeighbour(page, id, direction);
            if (to !== null && !reached.has(to)) {
              reached.add(to);
              ways.push(to);
            }
          }
        }
        expect(reached.size).toBe(page.length);
      }),
    );
  });
});
