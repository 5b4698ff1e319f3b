import { groupByTypes, metrics } from '@atrium/domain/numbers';
import { askedGroupings, askedMetrics, catalogue } from '@atrium/testkit/oracle';
import { expect, test } from 'vitest';

/** The property tests must query every metric; an untested one can be wrong for years. */
test('the oracle computes every metric, and the property tests query it', () => {
  expect(Object.keys(catalogue).toSorted()).toEqual(metrics.map(({ id }) => id).toSorted());
  expect(askedMetrics.toSorted()).toEqual(metrics.map(({ id }) => id).toSorted());
});

test('the property tests query every grouping', () => {
  expect(askedGroupings.toSorted()).toEqual([...groupByTypes].toSorted());
});
