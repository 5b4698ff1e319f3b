import { countries, countryOf } from '@atrium/domain/access';
import { expect, it } from 'vitest';
import { flagShapes } from './flag-shapes.ts';
import { typedPhone } from './phone-field.tsx';

it.each([
  ['CH', '79 123 45 67', '+41791234567'],
  ['CH', '079 123 45 67', '+41791234567'],
  ['CH', '79 123 45 67 89', '+41791234567'],
  ['CH', '+33 6 12 34 56 78', '+33612345678'],
  ['CH', '0033612345678', '+33612345678'],
  ['IT', '06 1234 5678', '+390612345678'],
  ['CH', '', ''],
  ['CH', 'abc', ''],
  ['', '+81 90 1234 5678', '+819012345678'],
])('A13 in %s, %s is stored as %s', (code, typed, stored) => {
  expect(typedPhone(typed, countryOf(code))).toBe(stored);
});

it('A13 every country has a flag', () => {
  expect(countries.filter(({ code }) => flagShapes[code] === undefined)).toEqual([]);
});
