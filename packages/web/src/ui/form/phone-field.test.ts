import {
  countries,
  findCountry,
  isCompletePhone,
  isPhone,
  joinPhone,
  maskPhone,
  maxDigits,
} from '@atrium/domain/core/phones';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { flagShapes, toStoredPhone } from './phone-field.tsx';

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
  expect(toStoredPhone(typed, findCountry(code))).toBe(stored);
});

it('A13 every country has a flag', () => {
  expect(countries.filter(({ code }) => flagShapes[code] === undefined)).toEqual([]);
});

it('A13 in each of the 32 countries, what is typed as its mask has it is stored whole, with or without the dial code', () => {
  fc.assert(
    fc.property(fc.constantFrom(...countries), fc.stringMatching(/^[1-9]\d{0,11}$/), (country, text) => {
      const digits = text.slice(0, maxDigits(country));
      const stored = joinPhone(country, digits);
      const written = maskPhone(country, digits);
      for (const typed of [written, digits, `+${country.dial} ${written}`, `00${country.dial}${digits}`])
        expect(toStoredPhone(typed, country)).toBe(stored);
      expect(isPhone(stored)).toBe(isCompletePhone(country, digits));
    }),
    { numRuns: 500 },
  );
});
