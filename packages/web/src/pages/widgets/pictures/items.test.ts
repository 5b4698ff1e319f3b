import { expect, test } from 'vitest';
import { formatItemShare } from './items.ts';

const reader = { t: String, locale: 'en' } as never;

test.each([
  [null, 10, '–'],
  [1, 0, '–'],
  [0, 10, '0\u00a0%'],
  [4, 1000, '<1\u00a0%'],
  [5, 1000, '1\u00a0%'],
  [1, 3, '33\u00a0%'],
])('%s of %s is said as %s: of what is there, never none', (value, whole, said) => {
  expect(formatItemShare(value, whole, reader).replace(/\s/g, '\u00a0')).toBe(said);
});
