import type { Point } from '@atrium/domain/numbers';
import { describe, expect, it } from 'vitest';
import type { Bucket } from './series.ts';
import { layoutBars, layoutLine } from './small.ts';

const size = { width: 100, height: 30 };
const span = { from: 0, to: 10 };
const bucket = (from: number, value: number | 'missing' | null, usual: number | null = null): Bucket => {
  const point: Point | null =
    value === null ? null : value === 'missing' ? { state: 'missing' } : { state: 'known', value, partial: false };
  return { from, to: from + 1, label: '', point, usual };
};

describe('small line', () => {
  it('breaks at a gap instead of joining over it', () => {
    const { lines } = layoutLine(
      { span, buckets: [bucket(0, 1), bucket(1, 'missing'), bucket(2, 3), bucket(3, 4)], now: null },
      size,
      { fromZero: true, inset: 0 },
    );
    expect(lines).toHaveLength(2);
  });

  it('puts the dot at the newest known value, at now while its bucket runs', () => {
    const { dot } = layoutLine({ span, buckets: [bucket(0, 1), bucket(1, 2), bucket(2, null)], now: 1.2 }, size, {
      fromZero: true,
      inset: 0,
    });
    expect(dot).toEqual({ x: 12, y: 0 });
  });

  it('has nothing to draw for nothing known', () => {
    const layout = layoutLine({ span, buckets: [bucket(0, 'missing')], now: null }, size, {
      fromZero: false,
      inset: 0,
    });
    expect(layout).toMatchObject({ lines: [], areas: [], usual: '', dot: null });
  });
});

describe('below zero', () => {
  const below = { span, buckets: [bucket(0, -5, -2), bucket(1, 10, -8), bucket(2, -3)], now: null };
  const isWithin = (y: number) => y >= -0.01 && y <= size.height + 0.01;

  it.each([true, false])('a line stays within its picture, from zero: %s', (fromZero) => {
    const { lines, usual, areas } = layoutLine(below, size, { fromZero, inset: 3 });
    const heights = [...`${lines.join('')}${areas.join('')}${usual}`.matchAll(/[ML]\S+ (\S+?)(?=[MLZ]|$)/g)];
    expect(heights.length).toBeGreaterThan(0);
    expect(heights.every(([, y]) => isWithin(Number(y)))).toBe(true);
  });

  it('bars reach down from zero, within their picture', () => {
    const { bars, usual } = layoutBars(below, size);
    expect(bars).toHaveLength(3);
    expect(bars.every(({ y, height }) => isWithin(y) && isWithin(y + height))).toBe(true);
    expect(usual.every(({ y }) => isWithin(y))).toBe(true);
    const [down, up] = bars;
    expect((up?.y ?? 0) + (up?.height ?? 0)).toBeCloseTo(down?.y ?? 0);
  });
});

describe('small bars', () => {
  it('draws what is usual on the same scale as what is', () => {
    const { bars, usual } = layoutBars(
      { span, buckets: [bucket(0, 5, 10), bucket(1, 'missing', 10), bucket(2, null, 5)], now: null },
      size,
    );
    expect(bars).toHaveLength(1);
    expect(usual.map((dash) => dash.y)).toEqual([0, 0, 14.5]);
    expect(bars[0]?.y).toBeCloseTo(30 - 14.5);
  });

  it('leaves buckets outside the shared stretch out', () => {
    expect(
      layoutBars({ span: { from: 1, to: 2 }, buckets: [bucket(0, 5), bucket(1, 5)], now: null }, size).bars,
    ).toHaveLength(1);
  });
});
