import { expect, test } from 'vitest';
import { formatShare } from './time-shares.ts';

test.each([
  [1, '100\u00a0%'],
  [0.9999, '99\u00a0%'],
  [0.505, '51\u00a0%'],
  [0.0001, '1\u00a0%'],
  [0, '0\u00a0%'],
  [null, '–'],
])('%s of the time is told as %s: nearly all is not all', (share, text) => {
  expect(formatShare(share, 'en')).toBe(text);
});
