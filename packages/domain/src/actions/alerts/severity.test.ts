import { expect, test } from 'vitest';
import { compareSeverities, severities } from './severity.ts';

test('the most severe comes first', () => {
  expect([...severities].sort(compareSeverities)).toEqual(['critical', 'warning', 'information']);
});
