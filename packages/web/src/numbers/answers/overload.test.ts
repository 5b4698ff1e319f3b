import { expect, test } from 'vitest';
import { getRetryDelayMs, maxRetries } from './overload.ts';

test.each([
  [0, null, 0, 1000],
  [1, null, 0, 2000],
  [2, null, 0, 4000],
  [0, 5, 0, 5000],
  [2, 3, 0, 4000],
  [0, null, 0.5, 1250],
  // A server that asks for an hour is asked again nevertheless.
  [0, 3600, 0, 15_000],
])('retry %i waits for the server’s %s seconds, with chance %d: %i ms', (attempt, retryAfter, chance, ms) => {
  expect(getRetryDelayMs(attempt, retryAfter, () => chance)).toBe(ms);
});

test('all retries together take less than 70 seconds', () => {
  const all = Array.from({ length: maxRetries }, (_, attempt) => getRetryDelayMs(attempt, 3600, () => 1));
  expect(all.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(70_000);
});
