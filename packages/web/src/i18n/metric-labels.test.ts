import { metrics } from '@atrium/domain/numbers';
import { expect, test } from 'vitest';
import english from './messages/en/metric.json' with { type: 'json' };

test('every metric has a label and an explanation, and no other has', () => {
  const wanted = metrics.flatMap(({ id }) => [`metric.${id}`, `metric.${id}.help`]);
  expect(Object.keys(english).toSorted()).toEqual(wanted.toSorted());
});

test('labels tell the metrics apart', () => {
  const labels = Object.entries(english).filter(([key]) => !key.endsWith('.help'));
  expect(new Set(labels.map(([, label]) => label)).size).toBe(labels.length);
});
