import { findMetric, type Metric, toAnswerMetric } from '@atrium/domain/numbers';
import { expect, test } from 'vitest';
import type { Translate } from '../../i18n/index.ts';
import { formatMetricName, formatMetricValue, formatValueParts } from './metric-texts.ts';

const reader = { t: ((id: string) => id) as Translate, locale: 'en' };
const written = (id: string, value: number | null, hideUnit = false) => {
  const metric = findMetric(id);
  if (!metric) throw new Error(id);
  return formatMetricValue(value, metric, { decimals: metric.decimals, hideUnit, formatter: null }, reader);
};

test.each([
  [3.26, '3.26\u00a0m²/p · A'],
  [3.25, '3.25\u00a0m²/p · B'],
  [2.32, '2.32\u00a0m²/p · C'],
  [1.39, '1.39\u00a0m²/p · D'],
  [0.93, '0.93\u00a0m²/p · E'],
  [0.46, '0.46\u00a0m²/p · F'],
  [null, '–'],
])('H05 the space of a person, %s, is told with its level after Fruin: %s', (value, expected) => {
  expect(written('reverseDensity', value)).toBe(expected);
});

test('H05 people per area have no such level, nor has a figure without its unit', () => {
  expect(written('density', 2)).toBe('2.00\u00a0p/m²');
  expect(written('reverseDensity', 2, true)).toBe('2.00');
});

test('an aggregation other than the default is shown next to the metric’s name', () => {
  const pm25 = findMetric('pm25');
  if (!pm25) throw new Error('pm25');
  const named = (more: object) =>
    formatMetricName({ type: 'kpis', metrics: [{ type: 'pm25', ...more }] } as never, 0, pm25, reader.t);
  expect(named({})).toBe('metric.pm25');
  expect(named({ aggregation: 'average' })).toBe('metric.pm25');
  expect(named({ aggregation: 'max' })).toBe('metric.pm25 · widgets.word.aggregation.MAX');
  expect(named({ aggregation: 'max', customTitle: 'Worst of all' })).toBe('Worst of all');
});

test.each([
  [5, '3', '/3'],
  [4, '3', '/3'],
  [3, '2', '/3'],
  [1, '1', '/3'],
])('H05 a score of %i on the general scale is %s of three', (score, text, unit) => {
  const metric = findMetric('co2Score') as Metric;
  const wording = { decimals: 0, hideUnit: false, formatter: 'ofThree' };
  expect(formatValueParts(score, metric, wording, reader)).toEqual({ text, unit });
  expect(formatValueParts(score, metric, { ...wording, formatter: null }, reader)).toEqual({
    text: String(score),
    unit: '/5',
  });
  expect(formatValueParts(score, metric, { ...wording, hideUnit: true }, reader).unit).toBe('');
});

test('H04 what is counted is called so in the language of the reader, one of it in the singular', () => {
  const t = ((id: string, { count }: { count: number }) => `${id} ${count}`) as never;
  const wording = { decimals: 0, hideUnit: false, formatter: null };
  const unitOf = (id: string) => formatValueParts(1, findMetric(id) as Metric, wording, { t, locale: 'en' }).unit;
  expect(['numberOfGoodsSold', 'numberOfOrders', 'affluenceIn', 'inside'].map(unitOf)).toEqual([
    'widgets.unit.items 1',
    'widgets.unit.orders 1',
    'widgets.unit.visitors 1',
    'widgets.unit.people 1',
  ]);
});

test.each([
  ['dwell', 1350, 'minutes', '22.5\u00a0widgets.unit.m'],
  ['dwell', 3900, 'clock', '1:05'],
  ['dwell', 22.5, 'oneDecimal', '22.5\u00a0s'],
  ['captureRate', 12.5, 'percent', '12.50\u00a0%'],
  ['captureRate', 12.5, 'oneDecimal', '12.5\u00a0%'],
  ['co2Score', 4, 'ofThree', '3\u00a0/3'],
  ['affluenceIn', 12, 'plain', '12\u00a0widgets.unit.visitors'],
])('%s %d, written as %s, has the unit of what is written: %s', (id, value, formatter, expected) => {
  const metric = findMetric(id);
  if (!metric) throw new Error(id);
  expect(formatMetricValue(value, metric, { decimals: metric.decimals, hideUnit: false, formatter }, reader)).toBe(
    expected,
  );
});

test.each([
  ['turnover', 'CHF', '12.00\u00a0CHF'],
  ['turnover', 'currency', '12.00'],
  ['electricityCostPerSqm', 'currency/m²', '12.00\u00a0/m²'],
  ['salesIndex', 'CHF/visitor', '12.00\u00a0widgets.unit.perVisitor CHF'],
  ['affluenceIn', '%', '12.0\u00a0%'],
  ['affluenceIn', '', '12'],
])('%s that was answered in %j is told as %s', (id, unit, expected) => {
  const found = findMetric(id);
  if (!found) throw new Error(id);
  const metric = toAnswerMetric(found, unit);
  const t = ((key: string, of?: { unit?: string }) => (of?.unit ? `${key} ${of.unit}` : key)) as Translate;
  const wording = { decimals: metric.decimals, hideUnit: false, formatter: null };
  expect(formatMetricValue(12, metric, wording, { t, locale: 'en' })).toBe(expected);
});

test.each([
  [0, 'widgets.status.isOperationnal'],
  [2, 'widgets.status.padsDisconnect'],
  [null, '–'],
])('the state of a sensor, %s, is a word: %s', (value, expected) => {
  expect(written('deviceStatus', value)).toBe(expected);
});

test.each([
  ['humidity', 39.6, '\u206839.6\u00a0%RH\u2069'],
  ['captureRate', 12.5, '\u206812.50\u00a0%\u2069'],
  ['co2Score', 3, '\u20683\u00a0/5\u2069'],
])('in Arabic %s %d keeps its own order', (id, value, expected) => {
  const metric = findMetric(id);
  if (!metric) throw new Error(id);
  const wording = { decimals: metric.decimals, hideUnit: false, formatter: null };
  const said = formatMetricValue(value, metric, wording, { ...reader, locale: 'ar-AE-u-nu-latn' });
  expect(said.replace(/\s/g, '\u00a0')).toBe(expected);
});
