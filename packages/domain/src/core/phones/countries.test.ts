import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type Country,
  countries,
  defaultCountry,
  findCountry,
  isCompletePhone,
  maskPhone,
  maxDigits,
  toFlag,
} from './countries.ts';
import { formatPhone, isPhone, joinPhone, normalizePhone, splitPhone } from './phone.ts';

const ch = findCountry('CH') as Country;

test('A13 there are 32 countries, each once, Switzerland first to be offered', () => {
  expect(countries).toHaveLength(32);
  expect(new Set(countries.map(({ code }) => code)).size).toBe(32);
  expect(findCountry(defaultCountry)?.dial).toBe('41');
  expect(toFlag(ch)).toBe('🇨🇭');
});

describe('A13 masks', () => {
  it.each([
    ['CH', '791234567', '79 123 45 67'],
    ['CH', '7912', '79 12'],
    ['CH', '79123456789', '79 123 45 67'],
    ['US', '2025550123', '(202) 555-0123'],
    ['FR', '612345678', '6 12 34 56 78'],
    ['BE', '21234567', '2 123 45 67'],
    ['BE', '50123456', '50 12 34 56'],
    ['BE', '470123456', '470 12 34 56'],
    ['GB', '2079460123', '20 7946 0123'],
    ['GB', '7400123456', '7400 123456'],
    ['CH', '', ''],
  ])('write %s %s as %s', (code, digits, written) => {
    expect(maskPhone(findCountry(code) as Country, digits)).toBe(written);
  });

  it('keep every digit and invent none, and what is whole is stored and read back', () => {
    fc.assert(
      fc.property(fc.constantFrom(...countries), fc.stringMatching(/^[1-9]\d{0,11}$/), (country, text) => {
        const digits = text.slice(0, maxDigits(country));
        expect(maskPhone(country, digits).replace(/\D/g, '')).toBe(digits);
        const phone = joinPhone(country, digits);
        if (!isCompletePhone(country, digits)) return;
        const split = splitPhone(phone);
        expect(split && joinPhone(split.country, split.digits)).toBe(phone);
        expect(split?.country.dial).toBe(country.dial);
        expect(formatPhone(phone)).toBe(`+${country.dial} ${maskPhone(country, digits)}`);
      }),
    );
  });
});

/** By country: mobile numbers, then office numbers, from the countries' published plans. */
const real: Readonly<Record<string, readonly string[]>> = {
  AE: ['501234567', '22345678'],
  AT: ['6641234567', '15123456', '3161234567'],
  BE: ['450001234', '470123456', '12345678', '21234567'],
  BG: ['879123456', '43012345', '2123456', '21234567'],
  CA: ['5062345678', '4165550123'],
  CH: ['781234567', '791234567', '212345678', '446681800'],
  CZ: ['601123456', '212345678'],
  DE: ['15123456789', '1701234567', '30123456', '8912345678'],
  DK: ['34412345', '32123456'],
  ES: ['612345678', '810123456', '911234567'],
  FI: ['412345678', '401234567', '131234567'],
  FR: ['612345678', '712345678', '123456789', '912345678'],
  GB: ['7400123456', '1212345678', '2079460123', '3001234567'],
  GR: ['6912345678', '2123456789'],
  HU: ['201234567', '12345678', '22345678'],
  IE: ['850123456', '12345678', '2212345'],
  IT: ['3123456789', '0612345678', '0212345678'],
  LI: ['660234567', '2345678'],
  LU: ['628123456', '27123456'],
  MA: ['650123456', '520123456'],
  MC: ['612345678', '99123456'],
  NL: ['612345678', '101234567'],
  NO: ['40612345', '21234567'],
  PL: ['512345678', '123456789'],
  PT: ['912345678', '212345678'],
  RO: ['712034567', '211234567'],
  SA: ['512345678', '112345678'],
  SE: ['701234567', '8123456', '81234567'],
  SK: ['912123456', '221234567'],
  TN: ['20123456', '30010123'],
  TR: ['5012345678', '2123456789'],
  US: ['2015550123', '2025550123'],
};

describe('A13 a phone is taken when it is whole and one of its country', () => {
  test.each(Object.entries(real))('%s', (code, numbers) => {
    const country = findCountry(code) as Country;
    for (const digits of numbers) {
      const phone = joinPhone(country, digits);
      expect([digits, normalizePhone(formatPhone(phone))]).toEqual([digits, phone]);
      for (const wrong of [digits.slice(0, 4), `0000${digits.slice(4)}`, `${digits}12345`])
        expect([wrong, normalizePhone(joinPhone(country, wrong))]).toEqual([wrong, null]);
    }
  });

  /** Excludes countries whose plans allow several lengths after the same prefix. */
  test('one digit too few or too many', () => {
    const fixed = Object.entries(real).filter(([code]) => !'AT BG DE FI IE IT LU SE'.includes(code));
    expect(fixed).toHaveLength(24);
    for (const [code, [digits = '']] of fixed)
      for (const wrong of [digits.slice(0, -1), `${digits}1`])
        expect([code, wrong, isPhone(joinPhone(findCountry(code) as Country, wrong))]).toEqual([code, wrong, false]);
  });

  test('numbers of other countries, by their length', () => {
    for (const phone of ['+819012345678', '+5511912345678', '+2304251234', '+298211234'])
      expect([phone, isPhone(phone)]).toEqual([phone, true]);
    for (const wrong of ['+8190', '+81901234567890', '+2301234', '+9991234567', '+2101234567'])
      expect([wrong, isPhone(wrong)]).toEqual([wrong, false]);
    expect(formatPhone('+819012345678')).toBe('+81 9012345678');
    expect(formatPhone('+999123')).toBe('+999123');
  });

  test('as it is stored only', () => {
    for (const wrong of ['', '+', '0791234567', '+41 79 123 45 67', '41791234567', '+41791234567x'])
      expect([wrong, isPhone(wrong)]).toEqual([wrong, false]);
  });
});
