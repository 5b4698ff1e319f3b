import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeRowHeights, packRows } from './pack-rows.ts';

const widths = fc.array(fc.constantFrom(3, 4, 6, 8, 12), { maxLength: 20 });

describe('rows of a page', () => {
  it('are filled to twelve columns, and nobody gets less than asked', () => {
    fc.assert(
      fc.property(widths, (wanted) => {
        const packed = packRows(wanted);
        expect(packed.length).toBe(wanted.length);
        packed.forEach((columns, place) => {
          expect(columns).toBeGreaterThanOrEqual(wanted[place] ?? 0);
        });
        expect(packed.reduce((sum, columns) => sum + columns, 0) % 12).toBe(0);
      }),
    );
  });

  it('are as high as the highest in them', () => {
    expect(computeRowHeights([6, 6, 12, 4, 8], [250, 550, 100, 300, 200])).toEqual([550, 550, 100, 300, 300]);
  });

  it('never give a card less than its own height', () => {
    fc.assert(
      fc.property(widths, (wanted) => {
        const heights = wanted.map((_, place) => (place * 37) % 500);
        computeRowHeights(packRows(wanted), heights).forEach((height, place) => {
          expect(height).toBeGreaterThanOrEqual(heights[place] ?? 0);
        });
      }),
    );
  });
});
