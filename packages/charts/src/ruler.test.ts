import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutRuler, rulerWidths } from './ruler.ts';

const range = { lower: 100, upper: 200 };

describe('ruler', () => {
  it.each([
    { value: 100, usual: 150, dot: 32, tick: 48, beyond: null },
    { value: 200, usual: 100, dot: 64, tick: 32, beyond: null },
    { value: 175, usual: 125, dot: 56, tick: 40, beyond: null },
    { value: 280, usual: 150, dot: 89.6, tick: 48, beyond: null },
    { value: 283, usual: 150, dot: 84, tick: 48, beyond: 'end' },
    { value: 10, usual: 150, dot: 12, tick: 48, beyond: 'start' },
  ])('places $value against a usual $usual of 100 to 200', ({ value, usual, ...placed }) => {
    const layout = layoutRuler({ value, usual, range }, 96, false);
    expect({ ...layout, dot: Number(layout.dot.toFixed(6)) }).toEqual({ ...placed, band: { x: 32, width: 32 } });
  });

  it('has everything but the usual beyond a range without width', () => {
    const of = (value: number) => layoutRuler({ value, usual: 5, range: { lower: 5, upper: 5 } }, 96, false);
    expect(of(5)).toMatchObject({ dot: 48, tick: 48, beyond: null });
    expect(of(6)).toMatchObject({ dot: 84, tick: 48, beyond: 'end' });
    expect(of(4)).toMatchObject({ dot: 12, tick: 48, beyond: 'start' });
  });

  it('mirrors, stays on its line, and has the dot in the band exactly within the range', () => {
    const numbers = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        numbers,
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        numbers,
        numbers,
        fc.constantFrom(...Object.values(rulerWidths)),
        (lower, extent, usual, value, width) => {
          const input = { value, usual, range: { lower, upper: lower + extent } };
          const { band, dot, tick, beyond } = layoutRuler(input, width, false);
          for (const x of [dot - 4, tick]) expect(x).toBeGreaterThanOrEqual(0);
          for (const x of [dot + 4, tick]) expect(x).toBeLessThanOrEqual(width);
          if (value < lower) expect(dot).toBeLessThanOrEqual(band.x);
          else if (value > lower + extent) expect(dot).toBeGreaterThanOrEqual(band.x + band.width);
          else expect(beyond).toBeNull();
          const mirrored = layoutRuler(input, width, true);
          expect(mirrored.dot).toBeCloseTo(width - dot, 9);
          expect(mirrored.beyond).toBe(beyond && (beyond === 'start' ? 'end' : 'start'));
        },
      ),
    );
  });
});
