import { findMetric } from '@atrium/domain/numbers';
import type { Widget } from '@atrium/domain/pages/definitions';
import { expect, test } from 'vitest';
import { getTintStyle } from '../../metric-colors.tsx';
import { getOwnColors, getSeriesColors, withMetricColors } from '../../words/colors.ts';

const series = (...metrics: readonly string[]) =>
  metrics.map((id, index) => ({ index, metric: findMetric(id), groups: [] })) as never;
const colors = { co2Score: '#336699', comfortScore: '#113355' };
const drawn = (widget: object, ...metrics: readonly string[]) =>
  getSeriesColors(withMetricColors(widget as Widget, colors), series(...metrics));

test("H05 a metric is drawn in the organization's colour", () => {
  expect(drawn({ metrics: [{ type: 'co2Score' }] }, 'co2Score')).toEqual(['#336699']);
  expect(drawn({ metrics: [{ type: 'co2Score' }, { type: 'affluenceIn' }] }, 'co2Score', 'affluenceIn')).toEqual([
    '#336699',
    'var(--category-1)',
  ]);
});

test('H05 what a widget says itself comes first', () => {
  const configured = { metrics: [{ type: 'co2Score', configuration: { color: '#ff0000' } }] };
  expect(drawn(configured, 'co2Score')).toEqual(['#ff0000']);
  const named = { metrics: [{ type: 'comfortScore' }], configuration: { colors: { comfortScore: '#00ff00' } } };
  expect(drawn(named, 'comfortScore')).toEqual(['#00ff00']);
});

test('H05 metrics without a colour of the organization stay as they are', () => {
  const widget = { metrics: [{ type: 'affluenceIn' }] } as unknown as Widget;
  expect(withMetricColors(widget, colors)).toBe(widget);
  expect(getOwnColors(widget, series('affluenceIn'))).toEqual([null]);
});

test("H05 highlights keep 5, 15 and 45 % of a metric's colour: behind its figure, behind the chosen one, along the edge", () => {
  expect(getTintStyle('#336699', false)).toEqual({
    '--data': '#336699',
    '--scale-1': '#33669926',
    '--scale-3': '#33669973',
    backgroundImage: 'linear-gradient(#3366990d, #3366990d)',
    borderColor: '#33669973',
  });
  expect(getTintStyle('#336699', true)).toMatchObject({ backgroundImage: 'linear-gradient(#33669926, #33669926)' });
  expect([getTintStyle(null, true), getTintStyle('var(--data)', true)]).toEqual([undefined, undefined]);
});
