import { expect, test } from 'vitest';
import { type Aggregation, getAnswerUnit, toAnswerMetric } from './aggregations.ts';
import { findMetric } from './index.ts';

const metricOf = (id: string) => {
  const metric = findMetric(id);
  if (!metric) throw new Error(id);
  return metric;
};

test.each<[string, Aggregation, string | null, string]>([
  ['affluenceIn', 'SUM', 'CHF', 'visitors'],
  ['affluenceIn', 'EVOLUTION', 'CHF', '%'],
  ['affluenceIn', 'PERCENTAGE', null, '%'],
  ['captureRate', 'WEIGHTED_PERCENTAGE', null, '%'],
  ['deviceStatus', 'PERCENTAGE', null, '%'],
  ['affluenceIn', 'COUNT', null, ''],
  ['uniqueVisitors', 'COUNT', null, 'visitors'],
  ['turnover', 'SUM', 'CHF', 'CHF'],
  ['turnover', 'EVOLUTION', 'CHF', '%'],
  ['salesIndex', 'AVERAGE', 'EUR', 'EUR/visitor'],
  ['turnover', 'SUM', null, 'currency'],
])('%s as %s with the currency %s is in %j', (id, aggregation, currency, unit) => {
  expect(getAnswerUnit(metricOf(id), aggregation, currency)).toBe(unit);
});

test('a relation of amounts is a ratio, which neither grows nor counts people', () => {
  expect(toAnswerMetric(metricOf('affluenceIn'), '%')).toMatchObject({ unit: '%', kind: 'ratio', decimals: 1 });
  expect(toAnswerMetric(metricOf('affluenceIn'), 'visitors')).toBe(metricOf('affluenceIn'));
});
