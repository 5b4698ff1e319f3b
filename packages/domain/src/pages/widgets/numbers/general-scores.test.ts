import { describe, expect, test } from 'vitest';
import { findMetric, type Metric } from '../../../numbers/index.ts';
import type { Widget } from '../../definitions/index.ts';
import { findColorRange, getWidgetSettings } from '../settings.ts';
import { toGeneralScale } from './general-scores.ts';
import type { WidgetNumbers, WidgetSeries } from './widget-series.ts';

const chart = (more: object, metrics: readonly object[] = [{ type: 'co2Score' }]) =>
  ({ version: 1, id: 1, type: 'lineChart', title: 'Air', order: 0, metrics, ...more }) as unknown as Widget;

const series = (index: number, metric: string, value: number): WidgetSeries => ({
  key: `${index}`,
  index,
  metric: findMetric(metric) as Metric,
  groups: [],
  point: { state: 'known', value, partial: false },
  usual: 4,
  range: null,
  tooFew: null,
  times: null,
  buckets: [
    { from: 0, to: 1, point: { state: 'known', value, partial: true }, usual: 3, usualNow: 1 },
    { from: 1, to: 2, point: { state: 'missing' }, usual: null },
    { from: 2, to: 3, point: null, usual: null },
  ],
});

const numbersOf = (...all: readonly WidgetSeries[]): WidgetNumbers => ({
  series: all,
  coverage: { ratio: null, silent: [] },
  notTold: [],
});

const byMetric = [{ type: 'co2Score', configuration: { formatter: 'ofThree', decimals: 0 } }];

describe('H05 scores on the general scale of three', () => {
  test.each([
    ['the metric says so', chart({}, byMetric)],
    ['the widget says so', chart({ configuration: { useCustomFormatter: true, tooltipFormatter: 'ofThree' } })],
    ['its axis is written so', chart({ configuration: { axisFormatter: 'ofThree' } })],
    ['its rows are written so', chart({ configuration: { rowFormatter: 'ofThree' } })],
  ])('are drawn on it where %s', (_, widget) => {
    const drawn = toGeneralScale(widget, numbersOf(series(0, 'co2Score', 5)));
    expect(drawn.numbers.series[0]).toMatchObject({
      metric: { id: 'co2Score', unit: '/3' },
      point: { state: 'known', value: 3, partial: false },
      usual: 3,
      buckets: [
        { point: { state: 'known', value: 3, partial: true }, usual: 2, usualNow: 1 },
        { point: { state: 'missing' }, usual: null },
        { point: null, usual: null },
      ],
    });
    // Converted values must not be converted again.
    expect(JSON.stringify(drawn.widget)).not.toContain('ofThree');
  });

  test.each([
    ['nobody asks for it', chart({ configuration: { useCustomFormatter: true, tooltipFormatter: 'whole' } })],
    ['custom ways of writing are off', chart({ configuration: { tooltipFormatter: 'ofThree' } })],
  ])('are drawn as they are where %s', (_, widget) => {
    const numbers = numbersOf(series(0, 'co2Score', 5));
    expect(toGeneralScale(widget, numbers)).toEqual({ widget, numbers });
  });

  test('take the limits with them, by which a score looks the same on both scales', () => {
    const ranges = [
      { upper: 3, color: '#ff0000', label: 'poor' },
      { lower: 3, upper: 4, color: '#ffff00', label: 'fair' },
      { lower: 4, upper: 6, color: '#00ff00', label: 'good' },
    ];
    const thresholds = [{ value: 4, label: 'aim' }];
    const widget = chart({ configuration: { thresholds }, colorimetryConfig: { colorimetry: ranges } }, byMetric);
    for (const score of [1, 2, 3, 4, 5]) {
      const drawn = toGeneralScale(widget, numbersOf(series(0, 'co2Score', score)));
      const point = drawn.numbers.series[0]?.point;
      const value = point?.state === 'known' ? point.value : Number.NaN;
      const [before, after] = [getWidgetSettings(widget), getWidgetSettings(drawn.widget)];
      expect(findColorRange(value, after.colorimetry)?.label).toBe(findColorRange(score, before.colorimetry)?.label);
      expect(after.thresholds).toMatchObject([{ value: 3, label: 'aim' }]);
      expect(value >= 3).toBe(score >= 4);
    }
  });

  test('leave other metrics beside them alone, and limits that are about both', () => {
    const metrics = [...byMetric, { type: 'temperature', configuration: { formatter: 'ofThree' } }];
    const widget = chart({ configuration: { thresholds: [{ value: 4 }] } }, metrics);
    const drawn = toGeneralScale(widget, numbersOf(series(0, 'co2Score', 2), series(1, 'temperature', 21)));
    expect(drawn.numbers.series.map(({ point }) => point)).toMatchObject([{ value: 1 }, { value: 21 }]);
    expect(getWidgetSettings(drawn.widget).thresholds).toMatchObject([{ value: 4 }]);
  });
});
