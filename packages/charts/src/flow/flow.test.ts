import type { Point } from '@atrium/domain/numbers';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Bucket, createAxis } from '../series.ts';
import { type FlowInput, layoutFlow } from './flow.ts';

const hour = 3_600_000;
const known = (value: number): Point => ({ state: 'known', value, partial: false });

function input(points: readonly (Point | null)[], more: Partial<FlowInput> = {}): FlowInput {
  const buckets = points.map(
    (point, index): Bucket => ({ from: index * hour, to: (index + 1) * hour, label: `${index}`, point, usual: 100 }),
  );
  return { buckets, closed: [], events: [], now: null, ticks: [], whole: true, formatAxis: String, ...more };
}

const points: fc.Arbitrary<Point | null> = fc.oneof(
  fc.constant(null),
  fc.constant<Point>({ state: 'missing' }),
  fc.constant<Point>({ state: 'closed' }),
  fc.integer({ min: 0, max: 1e6 }).map(known),
);

describe('axis', () => {
  test.each([
    [556, true, 600],
    [548, true, 600],
    [0, true, 3],
    [1, true, 3],
    [7, true, 9],
    [31, true, 45],
    [0.02, false, 0.024],
    [1640, true, 1800],
  ])('of %d ends at %d', (highest, whole, max) => {
    expect(createAxis(highest, whole).max).toBe(max);
  });

  it('always holds the highest value, in three equal steps, whole where the values are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (highest) => {
        const { max, ticks } = createAxis(highest, true);
        expect(max).toBeGreaterThanOrEqual(highest);
        expect(ticks).toHaveLength(4);
        expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

describe('flow layout', () => {
  it('never draws a bar for what is missing, closed or still to come', () => {
    fc.assert(
      fc.property(fc.array(points, { minLength: 1, maxLength: 60 }), (all) => {
        const { bars } = layoutFlow(input(all), 700, 234);
        expect(bars.map((bar) => bar.index)).toEqual(
          all.flatMap((point, index) => (point?.state === 'known' && point.value > 0 ? [index] : [])),
        );
      }),
    );
  });

  it('draws the usual range of the buckets that have one, below the top of the axis', () => {
    const { buckets, ...rest } = input([known(10), known(20), null]);
    const ranges = [{ lower: 30, upper: 90 }, null, { lower: -5, upper: 200 }];
    const ranged = buckets.map((bucket, index) => ({ ...bucket, range: ranges[index] ?? null }));
    const { bands, plot, max, columns } = layoutFlow({ ...rest, buckets: ranged }, 700, 234);
    expect(max).toBeGreaterThanOrEqual(200);
    const y = (value: number) => plot.y + plot.height * (1 - value / max);
    const band = (index: number, lower: number, upper: number) => {
      const { x = 0, width = 0 } = columns[index] ?? {};
      return { x, width, y: y(upper), height: expect.closeTo(y(lower) - y(upper), 6) };
    };
    expect(bands).toEqual([band(0, 30, 90), band(2, 0, 200)]);
  });

  it('keeps every mark inside the plot, at any width', () => {
    fc.assert(
      fc.property(
        fc.array(points, { minLength: 1, maxLength: 120 }),
        fc.integer({ min: 200, max: 2000 }),
        (all, width) => {
          const { plot, bars, missing, steps } = layoutFlow(input(all), width, 234);
          for (const mark of [...bars, ...missing.flatMap((run) => run.boxes)]) {
            expect(mark.x).toBeGreaterThanOrEqual(plot.x - 1e-6);
            expect(mark.x + mark.width).toBeLessThanOrEqual(plot.x + plot.width + 1.01);
            expect(mark.y).toBeGreaterThanOrEqual(plot.y - 1e-6);
            expect(mark.y + mark.height).toBeCloseTo(plot.y + plot.height, 6);
          }
          for (const step of steps) expect(step.y).toBeGreaterThanOrEqual(plot.y - 1e-6);
        },
      ),
    );
  });

  it('joins neighbouring gaps under one label and separates others', () => {
    const missing: Point = { state: 'missing' };
    const { missing: runs } = layoutFlow(input([known(1), missing, missing, known(2), missing, known(3)]), 700, 234);
    expect(runs.map((run) => run.boxes.length)).toEqual([2, 1]);
  });

  it('breaks the usual line where nothing is usual', () => {
    const all = input([known(1), known(1), known(1), known(1)]);
    const buckets = all.buckets.map((bucket, index) => (index === 2 ? { ...bucket, usual: null } : bucket));
    expect(layoutFlow({ ...all, buckets }, 700, 234).stepPath.match(/M/g)).toHaveLength(2);
  });

  it('marks the bucket in progress and where now lies in it', () => {
    const layout = layoutFlow(input([known(5), known(5), null], { now: 1.5 * hour }), 335, 234);
    expect(layout.bars.map((bar) => bar.running)).toEqual([false, true]);
    expect(layout.now?.x).toBeCloseTo(layout.plot.x + layout.plot.width / 2);
    expect(layoutFlow(input([known(5)], { now: 9 * hour }), 335, 234).now).toBeNull();
  });

  it('lets time between buckets take no room', () => {
    const all = input([known(5), known(5)]);
    const buckets = all.buckets.map((bucket, index) => ({
      ...bucket,
      from: bucket.from + index * 99 * hour,
      to: bucket.to + index * 99 * hour,
    }));
    const { columns, plot } = layoutFlow({ ...all, buckets }, 335, 234);
    expect(columns[1]?.x).toBeCloseTo(plot.x + plot.width / 2);
  });

  it('says closed once, in the widest shade that has room for the word', () => {
    const all = Array.from({ length: 10 }, () => known(5));
    const closed = [
      { from: 0, to: 2 * hour },
      { from: 6 * hour, to: 10 * hour },
    ];
    const layout = layoutFlow(input(all, { closed }), 700, 234);
    expect(layout.closed).toHaveLength(2);
    expect(layout.closedWordX).toBeCloseTo(layout.plot.x + layout.plot.width * 0.8);
    expect(layoutFlow(input(all, { closed: [{ from: 0, to: hour / 4 }] }), 700, 234).closedWordX).toBeNull();
  });

  it('thins the time axis evenly until labels keep apart', () => {
    const all = Array.from({ length: 24 }, () => known(5));
    const ticks = all.map((_, index) => ({ at: index * hour, label: `${String(index).padStart(2, '0')}:00` }));
    const wide = layoutFlow(input(all, { ticks }), 1600, 234).ticks;
    const narrow = layoutFlow(input(all, { ticks }), 320, 234).ticks;
    expect(wide).toHaveLength(24);
    const gaps = narrow.slice(1).map((tick, index) => Math.round(tick.x - (narrow[index]?.x ?? 0)));
    expect(new Set(gaps).size).toBe(1);
    expect(narrow.length).toBeLessThan(8);
  });
});
