import { findMetric } from '@atrium/domain/numbers';
import type { Widget } from '@atrium/domain/pages/definitions';
import { toGeneralScale, type WidgetSeries } from '@atrium/domain/pages/widgets';
import { expect, test } from 'vitest';
import type { Translate } from '../../i18n/index.ts';
import { buildCategoryInput } from './pictures/time-chart.tsx';

const reader = { t: ((id: string) => id) as Translate, locale: 'en', dateFormat: 'DD/MM/YYYY' } as const;

const scores = [5, 3, 1].map(
  (value, place) =>
    ({
      key: `${place}`,
      index: 0,
      metric: findMetric('comfortScore'),
      groups: [{ type: 'ZONE', label: `Room ${place}`, zoneId: place }],
      point: { state: 'known', value, partial: false },
      usual: null,
      compared: null,
      tooFew: null,
      buckets: null,
    }) as unknown as WidgetSeries,
);

const drawn = (formatter: string | undefined) => {
  const widget = {
    type: 'columnChart',
    title: 'Air',
    metrics: [{ type: 'comfortScore', configuration: { formatter } }],
  } as unknown as Widget;
  const numbers = { series: scores, coverage: { ratio: null, silent: [] }, notTold: [] };
  const scaled = toGeneralScale(widget, numbers);
  const { input } = buildCategoryInput(scaled.widget, scaled.numbers.series, 'column', reader, 8);
  const [axis] = input.axes;
  const values = input.series[0]?.buckets.map(({ point }) => (point?.state === 'known' ? point.value : null));
  return {
    range: axis?.range,
    end: axis?.format(axis.range?.max ?? 0),
    values,
    text: input.series[0]?.format(values?.[0] ?? 0),
  };
};

test.each([
  [undefined, { range: { min: 0, max: 5 }, end: '5', values: [5, 3, 1], text: '5\u00a0/5' }],
  ['ofThree', { range: { min: 0, max: 3 }, end: '3', values: [3, 2, 1], text: '3\u00a0/3' }],
])('scores written as %s stand on an axis from 0 to their highest (G04, H05)', (formatter, expected) => {
  expect(drawn(formatter)).toEqual(expected);
});
