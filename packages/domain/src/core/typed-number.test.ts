import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTypedNumber, parseTypedNumber } from './typed-number.ts';

describe('readTypedNumber', () => {
  it.each([
    ['', null],
    ['  ', null],
    ['12', 12],
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['-3,25', -3.25],
    ['−3.25', -3.25],
    ['+4', 4],
    [',5', 0.5],
    ['5.', 5],
    ['0,125', 0.125],
    ['0.125', 0.125],
    ['1050', 1050],
    ['46.5191', 46.5191],
    ['46,5191', 46.5191],
    ['1 050,5', 1050.5],
    ['١٢٫٥', 12.5],
  ])('reads %j as %j in every language', (text, value) => {
    for (const locale of ['en-GB', 'fr-CH', 'de-DE', 'ar'])
      expect(parseTypedNumber(text, locale)).toEqual({ ok: true, value });
  });

  it.each(['abc', '12a', '1,2,3', '1.2.3', '1.050,5', '1,050.5', '--1', '1e3', '.', '-', '12 %', 'Infinity', '0x10'])(
    'refuses %j',
    (text) => expect(parseTypedNumber(text, 'en-GB')).toEqual({ ok: false, error: 'unreadable' }),
  );

  it.each([
    ['en-GB', '1,050', '1.050', 1.05],
    ['de-DE', '1.050', '1,050', 1.05],
  ])('in %s, %s could be a thousand or a decimal, and %s is %d', (locale, ambiguous, clear, value) => {
    expect(parseTypedNumber(ambiguous, locale)).toEqual({ ok: false, error: 'ambiguous' });
    expect(parseTypedNumber(clear, locale)).toEqual({ ok: true, value });
  });

  it('reads what it wrote', () => {
    const locales = fc.constantFrom('en-GB', 'fr-CH', 'de-DE', 'es-ES', 'it-IT', 'ar');
    const values = fc.oneof(
      fc.integer(),
      fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((value) => Math.round(value * 1e6) / 1e6),
    );
    fc.assert(
      fc.property(locales, values, (locale, value) => {
        const read = parseTypedNumber(formatTypedNumber(value, locale), locale);
        expect(read.ok && read.value).toBeCloseTo(value, 9);
      }),
    );
  });
});
