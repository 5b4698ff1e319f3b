import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutRidge, type RidgeStep } from './ridge.ts';

const size = { width: 200, height: 100 };
const step = (at: number, value: number | null, usual: number | null, half: number | null = null): RidgeStep => ({
  ...{ at, value, usual },
  range: usual === null || half === null ? null : { lower: usual - half, upper: usual + half },
});

describe('ridge', () => {
  it('has the top of the usual range at the same height whatever the numbers', () => {
    for (const factor of [1, 1000]) {
      const { band } = layoutRidge([step(0, 0, 0, 0), step(0.5, null, 80 * factor, 20 * factor)], size);
      expect(band).toBe('M0 100L100 27L100 56.2L0 100Z');
    }
  });

  it('leaves a gap where nothing is known', () => {
    const { lines, areas, dot } = layoutRidge(
      [step(0, 10, 10), step(0.25, null, 10), step(0.5, 5, 10), step(0.75, 10, 10), step(1, null, 10)],
      size,
    );
    expect(lines).toEqual(['M0 27', 'M100 63.5L150 27']);
    expect(areas[1]).toBe('M100 63.5L150 27L150 100L100 100Z');
    expect(dot).toEqual({ x: 150, y: 27 });
  });

  it('is empty without steps', () => {
    expect(layoutRidge([], size)).toEqual({ lines: [], areas: [], usual: '', band: '', cover: '', dot: null });
  });

  it('stays within its height, and covers all it draws', () => {
    const amounts = fc.option(fc.double({ min: -10, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(fc.array(fc.tuple(amounts, amounts, fc.double({ min: 0, max: 1e5, noNaN: true }))), (rows) => {
        const steps = rows.map(([value, usual, half], index) => step(index / rows.length, value, usual, half));
        const { lines, usual, band, cover } = layoutRidge(steps, size);
        const ys = (path: string) => [...path.matchAll(/[ML]\S+ (-?[\d.]+)/g)].map(([, y]) => Number(y));
        for (const y of ys([...lines, usual, band, cover].join(''))) {
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(100);
        }
        const top = Math.min(...ys([...lines, usual, band].join('')), 100);
        expect(Math.min(...ys(cover), 100)).toBe(top);
      }),
    );
  });
});
