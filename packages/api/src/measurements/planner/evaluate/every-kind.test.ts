import { groupByTypes, metrics } from '@atrium/domain/measurements';
import { askedGroupings, askedMetrics, catalogue } from '@atrium/testkit/oracle';
import { expect, test } from 'vitest';

/** The property tests must query every metric; an untested one can be wrong for years. */
test('every metric is counted once more by the slow evaluator, and asked about at random', () => {
  expect(Object.keys(catalogue).toSorted()).toEqual(metrics.map(({ id }) => id).toSorted());
  expect(askedMetrics.toSorted()).toEqual(metrics.map(({ id }) => id).toSorted());
});

test('every grouping is asked for at random', () => {
  expect(askedGroupings.toSorted()).toEqual([...groupByTypes].toSorted());
});
