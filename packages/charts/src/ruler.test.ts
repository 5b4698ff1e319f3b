import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutRuler, rulerBand, rulerSize } from './ruler.ts';

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
    const layout = layoutRuler({ value, usual, range }, false);
    expect({ ...layout, dot: Number(layout.dot.toFixed(6)) }).toEqual(placed);
  });

  it('has everything but the usual beyond a range without width', () => {
    const of = (value: number) => layoutRuler({ value, usual: 5, range: { lower: 5, upper: 5 } }, false);
    expect(of(5)).toEqual({ dot: 48, tick: 48, beyond: null });
    expect(of(6)).toEqual({ dot: 84, tick: 48, beyond: 'end' });
    expect(of(4)).toEqual({ dot: 12, tick: 48, beyond: 'start' });
  });

  it('mirrors, stays on its line, and has the dot in the band exactly within the range', () => {
    const numbers = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(
        numbers,
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        numbers,
        numbers,
        (lower, width, usual, value) => {
          const input = { value, usual, range: { lower, upper: lower + width } };
          const { dot, tick, beyond } = layoutRuler(input, false);
          for (const x of [dot - 4, tick]) expect(x).toBeGreaterThanOrEqual(0);
          for (const x of [dot + 4, tick]) expect(x).toBeLessThanOrEqual(rulerSize.width);
          if (value < lower) expect(dot).toBeLessThanOrEqual(rulerBand.x);
          else if (value > lower + width) expect(dot).toBeGreaterThanOrEqual(rulerBand.x + rulerBand.width);
          else expect(beyond).toBeNull();
          const mirrored = layoutRuler(input, true);
          expect(mirrored.dot).toBeCloseTo(rulerSize.width - dot, 9);
          expect(mirrored.beyond).toBe(beyond && (beyond === 'start' ? 'end' : 'start'));
        },
      ),
    );
  });
});
