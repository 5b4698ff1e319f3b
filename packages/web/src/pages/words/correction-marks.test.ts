import { findMetric, type Metric } from '@atrium/domain/numbers';
import { endOfCorrections } from '@atrium/domain/numbers/readings';
import { expect, test } from 'vitest';
import type { Translate } from '../../i18n/index.ts';
import { listCorrectionMarks } from './correction-marks.ts';

const t = ((id: string, values: object) => `${id} ${JSON.stringify(values)}`) as Translate;
const metric = (id: string) => findMetric(id) as Metric;
const one = {
  device: 'Front',
  kind: 'void',
  amount: null,
  concerned: ['affluenceIn', 'affluenceOut'],
  from: 10,
  to: 20,
  reason: 'ladder',
  by: 'Ann',
};
const list = (corrections: readonly (typeof one | object)[], id = 'affluenceIn') =>
  listCorrectionMarks(corrections as never, metric(id), { from: 0, to: 100 }, t).map(({ span, label }) => [
    span.from,
    span.to,
    label.replace(/[\u2066-\u2069]/g, ''),
  ]);
const label = 'charts.correctedBy {"reason":"ladder","name":"Ann"}';

test('a correction is marked with its reason and author on charts of what it concerns', () => {
  expect(list([one])).toEqual([[10, 20, label]]);
  expect(list([{ ...one, by: null }])).toEqual([[10, 20, 'charts.corrected {"reason":"ladder"}']]);
  expect(list([one], 'inside')).toEqual([[10, 20, label]]);
  expect(list([one], 'co2')).toEqual([]);
  expect(list([{ ...one, concerned: ['electricityConsumption'] }], 'electricityConsumptionPerSqm')).toEqual([
    [10, 20, label],
  ]);
  expect(list([{ ...one, from: 100, to: 110 }])).toEqual([]);
});

test('overlapping corrections share a mark, a shift marks both times, and a replaced meter its moment', () => {
  expect(list([{ ...one, from: 15, to: 40 }, one])).toEqual([[10, 40, label]]);
  expect(list([{ ...one, kind: 'shift', amount: 0.05 }])).toEqual([
    [10, 20, label],
    [60, 70, label],
  ]);
  expect(list([{ ...one, to: endOfCorrections }])).toEqual([[10, 11, label]]);
  expect(list([{ ...one, from: -50, to: endOfCorrections }])).toEqual([]);
});
