import { expect, it, test } from 'vitest';
import { isCountry, listCountries } from './countries.ts';

it('lists over 200 countries once, without former ones, parts and unions', () => {
  const codes = listCountries();
  expect(codes.length).toBeGreaterThan(200);
  expect(codes.length).toBeLessThan(260);
  expect(codes).toEqual([...new Set(codes)].sort());
  expect(codes).toEqual(expect.arrayContaining(['AE', 'BR', 'CH', 'GB', 'JP', 'NG', 'TW', 'XK', 'ZW']));
  for (const none of ['DD', 'SU', 'UK', 'EU', 'ZZ']) expect(codes).not.toContain(none);
  expect(codes.every(isCountry)).toBe(true);
});

test.each(['ch', 'CHE', 'C', '', 'EU', 'ZZ', '12', 'ÄÖ'])('%s is no country', (text) => {
  expect(isCountry(text)).toBe(false);
});
