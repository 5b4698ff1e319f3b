import { expect, it } from 'vitest';
import { formatSize } from './file.ts';

it.for<[bytes: number, locale: string, text: string]>([
  [0, 'en', '0 byte'],
  [999, 'en', '999 byte'],
  [1500, 'en', '1.5 kB'],
  [74_200, 'en', '74 kB'],
  [999_600, 'en', '1 MB'],
  [1_100_000, 'fr', '1,1 Mo'],
  [19_595_621, 'de', '20 MB'],
  [2_500_000_000, 'es', '2,5 GB'],
])('%i bytes in %s are %s', ([bytes, locale, text]) => {
  expect(formatSize(bytes, locale).replaceAll(/\s/gu, ' ')).toBe(text);
});

it('has Latin digits in Arabic', () => {
  expect(formatSize(1_100_000, 'ar')).toMatch(/^1\.1|1,1/);
});
