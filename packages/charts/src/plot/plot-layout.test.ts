import type { Point } from '@atrium/domain/numbers';
import { describe, expect, it } from 'vitest';
import type { Bucket } from '../series.ts';
import { drawPlot } from './draw-plot.ts';
import type { PlotInput } from './plot-input.ts';
import { layoutPlot } from './plot-layout.ts';

const hour = 3_600_000;

function input(values: readonly number[], more: Partial<PlotInput> = {}): PlotInput {
  const buckets = values.map((value, index): Bucket => {
    const point: Point = { state: 'known', value, partial: false };
    return { from: index * hour, to: (index + 1) * hour, label: `${index}`, point, usual: null };
  });
  return {
    series: [{ key: 'co2', name: 'CO₂', color: 'blue', mark: 'area', axis: 0, buckets, format: String }],
    axes: [{ fromZero: false, whole: false, format: String }],
    stacked: false,
    percentage: false,
    thresholds: [],
    minMax: false,
    closed: [],
    events: [],
    now: null,
    ticks: [],
    ...more,
  };
}

const heights = (path: string) => [...path.matchAll(/[ML]\S+ (\S+?)(?=[MLZ]|$)/g)].map(([, y]) => Number(y));

describe('plot layout', () => {
  it.each([3, 5])('marks scores from 0 to %i in steps of 1, however high they are (G04)', (max) => {
    const axes = [{ fromZero: true, whole: true, format: String, range: { min: 0, max } }];
    for (const values of [[1], [1, max], [0]]) {
      const { grid } = layoutPlot(input(values, { axes }), 700, 234);
      expect(grid.map(({ start }) => start)).toEqual(Array.from({ length: max + 1 }, (_, step) => `${step}`));
    }
  });

  it.each([
    [20, ['1000']],
    [60, ['400', '1000']],
    [234, ['400', '600', '800', '1000']],
  ])('labels the axis of a chart %i px high so that no label touches another', (height, labels) => {
    const { grid } = layoutPlot(input([430, 640, 940, 610]), 700, height);
    expect(grid.map(({ start }) => start)).toEqual(labels);
    for (const [index, { y }] of grid.entries())
      if (index > 0) expect((grid[index - 1]?.y ?? 0) - y).toBeGreaterThanOrEqual(13);
  });

  it('draws the usual range of each step behind a single line or area, on the scale and within the plot', () => {
    const ranged = (of: PlotInput): PlotInput => ({
      ...of,
      series: of.series.map((series) => ({
        ...series,
        buckets: series.buckets.map((bucket, index) => ({
          ...bucket,
          ...(index < 2 && { usual: 600, range: { lower: 300, upper: 1400 } }),
        })),
      })),
    });
    const one = ranged(input([430, 640, 940]));
    const { bands, y, plot, columns } = layoutPlot(one, 700, 234);
    expect(bands).toEqual(
      columns.slice(0, 2).map(({ x, width }) => ({ x, width, y: y(1400, 0), height: y(300, 0) - y(1400, 0) })),
    );
    expect(y(1400, 0)).toBeGreaterThanOrEqual(plot.y);
    const drawing = drawPlot(layoutPlot(one, 700, 234), { id: 'c', say: (word) => word, now: null }, false);
    const roles = drawing.flatMap(({ role }) => role ?? []);
    expect(roles.indexOf('band')).toBeLessThan(roles.indexOf('area'));
    // A fixed scale stays, and the range ends with it.
    const axes = [{ fromZero: true, whole: true, format: String, range: { min: 0, max: 1000 } }];
    const fixed = layoutPlot({ ...one, axes }, 700, 234);
    expect(fixed.bands[0]?.y).toBeCloseTo(fixed.plot.y);
    // Ranges of several series would be unreadable, like their usual values.
    const two = { ...one, series: [...one.series, ...input([1, 2]).series] };
    expect(layoutPlot(two, 700, 234).bands).toEqual([]);
    expect(layoutPlot(input([430]), 700, 234).bands).toEqual([]);
  });

  it('fills an area down to the axis, wherever that begins', () => {
    const above = layoutPlot(input([430, 640, 940, 610]), 700, 234);
    const around = layoutPlot(input([-4, 3, 8, -2]), 700, 234);
    expect(Math.max(...heights(above.lines[0]?.area ?? ''))).toBeCloseTo(above.baseY, 0);
    expect(heights(around.lines[0]?.area ?? '').at(-1)).toBeCloseTo(around.y(0, 0), 0);
    expect(around.y(0, 0)).toBeLessThan(around.baseY);
  });

  it('says that it is closed where no line runs', () => {
    const closed = [{ from: 0, to: 2 * hour }];
    const low = layoutPlot(input([430, 430, 940, 900], { closed }), 700, 234);
    const high = layoutPlot(input([900, 940, 430, 430], { closed }), 700, 234);
    expect(low.closedWord?.y).toBeLessThan(low.plot.y + 30);
    expect(high.closedWord?.y).toBeGreaterThan(high.baseY - 30);
    expect(layoutPlot(input([1, 2, 3], { closed: [{ from: 0, to: hour / 10 }] }), 700, 234).closedWord).toBeNull();
  });

  it('calls nothing missing while it is closed: nobody was to be there', () => {
    const { series, ...rest } = input([430, 430, 430, 430], { closed: [{ from: 0, to: 2 * hour }] });
    const unknown = series.map((each) => ({
      ...each,
      buckets: each.buckets.map(
        (bucket, index): Bucket => (index === 3 ? bucket : { ...bucket, point: { state: 'missing' } }),
      ),
    }));
    const { missing, columns } = layoutPlot({ ...rest, series: unknown }, 700, 234);
    expect(missing.map(({ rect }) => [rect.x, rect.width])).toEqual([[columns[2]?.x, columns[2]?.width]]);
  });

  it('keeps the word for closed hours off what is said of the present', () => {
    const now = 3.5 * hour;
    const closed = [{ from: 2 * hour, to: 4 * hour }];
    const { closedWord, plot } = layoutPlot(input([900, 940, 430, 430], { closed, now }), 300, 234);
    expect(closedWord?.y).toBeGreaterThan(plot.y + 40);
  });

  it('marks times at tidy minutes', () => {
    const axes = [{ fromZero: true, whole: false, format: String, tidy: 60 }];
    const { grid } = layoutPlot(input([430, 64, 590], { axes }), 700, 234);
    expect(grid.map(({ start }) => Number(start) / 60)).toEqual([0, 4, 8, 12]);
  });

  describe('values below zero', () => {
    const columns = (values: readonly number[], more: Partial<PlotInput> = {}) => {
      const { series, ...rest } = input(values, more);
      return layoutPlot({ ...rest, series: series.map((each) => ({ ...each, mark: 'column' })) }, 700, 234);
    };
    const isWithin = ({ bars, plot }: ReturnType<typeof layoutPlot>) =>
      bars.every(({ y, height }) => y >= plot.y - 0.01 && y + height <= plot.y + plot.height + 0.01);

    it.each([[[-10, -4, -7]], [[-4, 3, 8]], [[18, 24, 21]]])('columns of %j stay within the plot', (values) => {
      expect(isWithin(columns(values))).toBe(true);
    });

    it('columns begin at zero, and those below it are told from those above', () => {
      const layout = columns([-4, 8]);
      expect(layout.zeroY).toBeCloseTo(layout.y(0, 0));
      expect(layout.bars.map(({ isBelow }) => isBelow)).toEqual([true, false]);
      expect((layout.bars[0]?.y ?? 0) - (layout.zeroY ?? 0)).toBeCloseTo(0);
      expect(columns([4, 8]).zeroY).toBeNull();
    });

    it.each([{ stacked: true }, { percentage: true }])('with %j stack downwards, within the plot', (more) => {
      const { series, ...rest } = input([-4, 8], more);
      const [first] = series;
      const own = first ? [first] : [];
      const other = { key: 'tvoc', buckets: input([-6, -2]).series[0]?.buckets ?? [] };
      const both = [...own, ...own.map((each) => ({ ...each, ...other }))];
      const layout = layoutPlot({ ...rest, series: both.map((each) => ({ ...each, mark: 'column' })) }, 700, 234);
      expect(isWithin(layout)).toBe(true);
      expect(layout.bars.filter(({ place, isBelow }) => place === 0 && isBelow)).toHaveLength(2);
      // One starts where the other ends, without an overlap.
      const [upper, lower] = layout.bars.filter(({ place }) => place === 0);
      expect((upper?.y ?? 0) + (upper?.height ?? 0)).toBeCloseTo(lower?.y ?? 0);
    });
  });

  it('keeps the highest and the lowest value within the plot, off its axes and off each other', () => {
    const { series, ...rest } = input([1_200_000, 3, 2, 1_199_000], { minMax: true });
    const twice = series.flatMap((each) => [each, { ...each, key: 'again' }]);
    const { extremes, plot } = layoutPlot({ ...rest, series: twice }, 700, 234);
    expect(extremes.length).toBeGreaterThan(1);
    for (const [index, { x, y, text }] of extremes.entries()) {
      const half = (text.length * 6.6) / 2;
      expect(x - half).toBeGreaterThanOrEqual(plot.x);
      expect(x + half).toBeLessThanOrEqual(plot.x + plot.width);
      expect(y).toBeLessThanOrEqual(plot.y + plot.height);
      for (const other of extremes.slice(index + 1))
        expect(Math.abs(x - other.x) >= 2 * half || Math.abs(y - other.y) >= 14).toBe(true);
    }
  });

  describe('while the last bucket is in progress', () => {
    const now = 3.5 * hour;
    const of = (grows: boolean, mark: 'line' | 'area' | 'column') => {
      const { series, ...rest } = input([40, 50, 60, 9], {
        now,
        minMax: true,
        axes: [{ fromZero: true, whole: true, format: String }],
      });
      return layoutPlot({ ...rest, series: series.map((each) => ({ ...each, mark, grows })) }, 700, 234);
    };

    it.each(['line', 'area'] as const)('a %s of what grows ends with the last whole one', (mark) => {
      const { lines, extremes, extents } = of(true, mark);
      expect(lines[0]?.points).toHaveLength(3);
      expect(lines[0]?.running).toBe('');
      // Y only decreases upwards, so no part of the line is where the 9 would be.
      expect(heights(lines[0]?.path ?? '')).toEqual(
        heights(lines[0]?.path ?? '').toSorted((one, other) => other - one),
      );
      expect(extremes.map(({ text }) => text)).toEqual(['60', '40']);
      // The crosshair still shows it.
      expect(extents[0]?.[3]).toEqual({ from: 0, to: 9 });
    });

    it.each(['line', 'area'] as const)('a %s of what grows has a ring at what there is so far', (mark) => {
      const layout = of(true, mark);
      expect(layout.lines[0]?.soFar?.y).toBeCloseTo(layout.y(9, 0));
      const said = { id: 'id', say: String, now: null };
      expect(drawPlot(layout, said, false).filter(({ role }) => role === 'openDot')).toHaveLength(1);
      expect(of(false, mark).lines[0]?.soFar).toBeNull();
    });

    it('a mean goes on, dashed', () => {
      const { lines } = of(false, 'line');
      expect([lines[0]?.points.length, lines[0]?.running === '']).toEqual([4, false]);
    });

    it('a column is drawn, and said to be running', () => {
      expect(of(true, 'column').bars.map(({ running }) => running)).toEqual([false, false, false, true]);
    });
  });
});
