import { afterEach, expect, test } from 'vitest';
import { fromTo, isolated, isolatedNumber } from './isolated.ts';

afterEach(() => document.documentElement.removeAttribute('dir'));

test.each([
  ['ltr', '→'],
  ['rtl', '←'],
])('on a page that is read %s an arrow leads on: %s', (dir, arrow) => {
  document.documentElement.dir = dir;
  expect(fromTo('Hall', 'قاعة')).toBe(`${isolated('Hall')} ${arrow} ${isolated('قاعة')}`);
});

test('numbers are isolated where a language is read from right to left', () => {
  expect(isolatedNumber('39.6 %RH', 'ar-AE-u-nu-latn')).toBe(isolated('39.6 %RH'));
  expect(isolatedNumber('39.6 %RH', 'en-GB')).toBe('39.6 %RH');
});
