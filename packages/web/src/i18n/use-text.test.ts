import { afterEach, expect, test } from 'vitest';
import { formatFromTo, isolateNumber, isolateText } from './use-text.ts';

afterEach(() => document.documentElement.removeAttribute('dir'));

test.each([
  ['ltr', '→'],
  ['rtl', '←'],
])('on a page that is read %s an arrow leads on: %s', (dir, arrow) => {
  document.documentElement.dir = dir;
  expect(formatFromTo('Hall', 'قاعة')).toBe(`${isolateText('Hall')} ${arrow} ${isolateText('قاعة')}`);
});

test('numbers are isolated where a language is read from right to left', () => {
  expect(isolateNumber('39.6 %RH', 'ar-AE-u-nu-latn')).toBe(isolateText('39.6 %RH'));
  expect(isolateNumber('39.6 %RH', 'en-GB')).toBe('39.6 %RH');
});
