import { describe, expect, test } from 'vitest';
import { findMetric, type Metric } from '../../numbers/index.ts';
import { getGranularity, isTooWide } from './asking/asked-time.ts';
import { isHiddenByCategory } from './asking/plan-widget.ts';
import { computeMaximum, computeTrackRange, getReachZero, toReachShare } from './numbers/maximum.ts';
import { countPlots, plotHeight } from './numbers/plots.ts';
import { parseStored } from './parse-stored.ts';
import { getWidgetSpec } from './registry.ts';
import { findColorRange } from './settings.ts';
import type { PageFilters } from './widget-spec.ts';

const days = (count: number) => [
  { from: '2026-01-01', to: new Date(Date.UTC(2026, 0, 1 + count)).toISOString().slice(0, 10) },
];

function widgetOf(more: object) {
  const read = parseStored({ version: 1, id: 1, type: 'lineChart', title: '', order: 0, ...more });
  if (read.kind === 'placeholder') throw new Error(JSON.stringify(read.problems));
  return read.widget;
}

test.each([
  [900, 13, false],
  [900, 14, true],
  [3600, 400, false],
])('steps of %i s over %i days are too wide for a course: %s (G07)', (granularity, count, expected) => {
  const widget = widgetOf({ metrics: [{ type: 'co2', groupBy: [{ type: 'DATE', granularity }] }] });
  expect(isTooWide(widget, getWidgetSpec('lineChart'), days(count))).toBe(expected);
  const table = { ...widget, type: 'table' as const };
  expect(isTooWide(table, getWidgetSpec('table'), days(14))).toBe(false);
});

test('hours over a long range become days (G07)', () => {
  const [metric] = widgetOf({ metrics: [{ type: 'co2', groupBy: [{ type: 'DATE', period: 'PT1H' }] }] }).metrics ?? [];
  if (metric === undefined) throw new Error('no metric');
  expect([getGranularity(metric, days(14)), getGranularity(metric, days(15))]).toEqual([3600, 86_400]);
});

test.each([
  [9.99, 'low'],
  [10, 'high'],
  [20, null],
])('%d lies in %s: lower included, upper excluded (G10)', (value, label) => {
  const ranges = [
    { lower: null, upper: 10, color: '#000000', label: 'low' },
    { lower: 10, upper: 20, color: '#ffffff', label: 'high' },
  ];
  expect(findColorRange(value, ranges)?.label ?? null).toBe(label);
});

describe('the end of a ring (G04)', () => {
  test.each([
    ['captureRate', [31], 100],
    ['occupancy', [40, 120], 120],
    ['queueLength', [3, 7], 7],
    ['waterConsumption', [2, 3], 5],
    ['affluenceIn', [20, 30], 50],
    ['dwell', [60, 90], 90],
    ['comfortScore', [2], 5],
    ['affluenceIn', [0], 1],
  ])('of %s %j is %i', (id, values, expected) => {
    expect(computeMaximum(findMetric(id) as Metric, values)).toBe(expected);
  });
});

test('a chart with more units than a plot has sides has a plot for each, and the height for all of them', () => {
  const of = (types: readonly string[], configuration = {}) =>
    widgetOf({ metrics: types.map((type) => ({ type })), configuration });
  const three = of(['affluenceIn', 'captureRate', 'temperature']);
  expect(countPlots(of(['affluenceIn', 'affluenceOut', 'captureRate']))).toBe(1);
  expect(countPlots(three)).toBe(3);
  expect(countPlots(of(['affluenceIn', 'affluenceOut'], { isMultiChart: true }))).toBe(2);
  for (const type of ['lineChart', 'areaChart', 'columnChart'] as const)
    expect(getWidgetSpec(type).size(three, null).height).toBeGreaterThanOrEqual(
      3 * plotHeight(getWidgetSpec(type).size(three, null).height, 3),
    );
  expect(plotHeight(342, 3)).toBe(90);
  expect(plotHeight(600, 3)).toBe(176);
});

describe('the ends of a bar', () => {
  test.each([
    ['turnover', [20, 50], 0, 0],
    ['turnover', [-50, 50], -50, 0.5],
    ['turnover', [-50, -20], -50, 1],
    ['captureRate', [-25, 10], -25, 0.2],
    ['affluenceIn', [0], 0, 0],
  ])('of %s %j begin at %i, with zero at %d of them', (id, values, low, zero) => {
    const reach = computeTrackRange(findMetric(id) as Metric, values);
    expect([reach.low, getReachZero(reach)]).toEqual([low, zero]);
    for (const value of values) {
      const end = getReachZero(reach) + toReachShare(value, reach);
      expect(end).toBeGreaterThanOrEqual(0);
      expect(end).toBeLessThanOrEqual(1);
    }
  });
});

test.each([
  [{ type: 'global' }, false],
  [{ type: 'specific', categoryId: 2 }, true],
  [{ type: 'specific', categoryId: 1, tagIds: [7] }, false],
  [{ type: 'specific', categoryId: 1, tagIds: [8] }, true],
])('a widget of category %j under tag 7 of category 1 is hidden: %s (G08)', (category, expected) => {
  const filters = { tags: [{ categoryId: 1, tagId: 7 }] } as unknown as PageFilters;
  expect(isHiddenByCategory(widgetOf({ category }), filters)).toBe(expected);
  expect(isHiddenByCategory(widgetOf({ category, ignoredFilters: ['category'] }), filters)).toBe(false);
});

describe('how high a widget is (G04)', () => {
  const zones = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
  const heightOf = (type: 'barChart' | 'table' | 'kpis', count: number, configuration: object = {}) => {
    const metrics = type === 'kpis' ? zones(count).map(() => ({ type: 'affluenceIn' })) : [{ type: 'affluenceIn' }];
    return getWidgetSpec(type).size(widgetOf({ type, zoneIds: zones(count), metrics, configuration }), null).height;
  };

  test.each([
    [4, {}, 200],
    [8, {}, 400],
    [11, {}, 550],
    [30, {}, 550],
    [4, { stacked: true }, 300],
    [8, { stacked: true }, 500],
    [9, { stacked: true }, 450],
    [20, { stacked: true }, 550],
  ])('%i bars with %j take %i px', (count, configuration, height) => {
    expect(heightOf('barChart', count, configuration)).toBe(height);
  });

  // 70 px around it: its header, second line, and the gaps between them and its edges.
  test.each([
    [3, 69 * 3 + 100],
    [8, 69 * 8 + 100],
    [40, 69 * 8 + 100],
  ])('a table of %i rows takes %i px with its head', (count, height) => {
    expect(heightOf('table', count) + 70).toBe(height);
  });

  test('a log of alerts shows three rows below its head', () => {
    expect(getWidgetSpec('alertLogTable').size(widgetOf({ type: 'alertLogTable' }), null).height).toBe(3 * 69 + 32);
  });

  test('four figures stand in a row', () => {
    expect(heightOf('kpis', 4)).toBe(heightOf('kpis', 1));
    expect(heightOf('kpis', 5)).toBeGreaterThan(2 * heightOf('kpis', 4));
  });
});
