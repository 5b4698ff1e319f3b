import type { Point } from '@atrium/domain/measurements';
import { describe, expect, it } from 'vitest';
import type { Bucket } from '../series.ts';
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
});
