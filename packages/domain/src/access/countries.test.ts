import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type Country,
  countries,
  countryOf,
  defaultCountry,
  flagOf,
  isPhone,
  isWholePhone,
  joinPhone,
  maskPhone,
  maxDigits,
  splitPhone,
} from './countries.ts';

const ch = countryOf('CH') as Country;

test('A13 there are 32 countries, each once, Switzerland first to be offered', () => {
  expect(countries).toHaveLength(32);
  expect(new Set(countries.map(({ code }) => code)).size).toBe(32);
  expect(countryOf(defaultCountry)?.dial).toBe('41');
  expect(flagOf(ch)).toBe('🇨🇭');
  for (const { code, masks } of countries)
    expect([code, masks.map((mask) => mask.length)]).toEqual([
      code,
      masks.map((mask) => mask.length).toSorted((a, b) => a - b),
    ]);
});

describe('A13 masks', () => {
  it.each([
    ['CH', '791234567', '79 123 45 67'],
    ['CH', '7912', '79 12'],
    ['CH', '79123456789', '79 123 45 67'],
    ['US', '2025550123', '(202) 555-0123'],
    ['FR', '612345678', '6 12 34 56 78'],
    ['BE', '21234567', '2 123 45 67'],
    ['BE', '470123456', '470 12 34 56'],
    ['CH', '', ''],
  ])('write %s %s as %s', (code, digits, written) => {
    expect(maskPhone(countryOf(code) as Country, digits)).toBe(written);
  });

  it('keep every digit and invent none, and what is whole is stored and read back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...countries), fc.stringMatching(/^[1-9]\d{0,11}$/), (country, text) => {
        const digits = text.slice(0, maxDigits(country));
        expect(maskPhone(country, digits).replace(/\D/g, '')).toBe(digits);
        const phone = joinPhone(country, digits);
        if (!isWholePhone(country, digits)) return;
        const split = splitPhone(phone);
        expect(split && joinPhone(split.country, split.digits)).toBe(phone);
        expect(split?.country.dial).toBe(country.dial);
      }),
    );
  });
});

test('A13 a phone is whole by its country, or international at least', () => {
  expect(['+41791234567', '+12025550123', '+819012345678'].map(isPhone)).toEqual([true, true, true]);
  for (const wrong of ['', '+4179123456', '+417912345678', '0791234567', '+41 79 123 45 67', '+1202555012'])
    expect([wrong, isPhone(wrong)]).toEqual([wrong, false]);
});
