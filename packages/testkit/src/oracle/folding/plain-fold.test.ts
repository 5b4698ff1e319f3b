import { expect, test } from 'vitest';
import { foldPlainly } from '../index.ts';

test.each([
  ['SUM', 20],
  ['COUNT', 5],
  ['MIN', 1],
  ['MAX', 9],
  ['FIRST', 5],
  ['LAST', 3],
  ['AVERAGE', 4],
  ['P25', 2],
  ['MEDIAN', 3],
  ['P75', 5],
  ['P95', 8.2],
])('%s of 5, 1, 2, 9, 3 is %d', (fold, expected) => {
  expect(foldPlainly([5, 1, 2, 9, 3], fold)).toBeCloseTo(expected, 9);
  expect(foldPlainly([], fold)).toBeNull();
});
