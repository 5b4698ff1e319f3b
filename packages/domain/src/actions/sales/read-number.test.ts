import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseNumber } from './check-rows.ts';

test.each([
  ['3', 3],
  ['-2', -2],
  ['\u22122', -2],
  ['+2', 2],
  ['48.50', 48.5],
  ['48,50', 48.5],
  ['0.350', 0.35],
  ['0,350', 0.35],
  ['1234.567', 1234.567],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ["1'234.50", 1234.5],
  ['1’234', 1234],
  ['1 234,5', 1234.5],
  ['1\u202f234', 1234],
  ['1,234,567', 1_234_567],
  ['1.234.567', 1_234_567],
  ['1.234.567,8', 1_234_567.8],
  ['-1 234,50', -1234.5],
])('%s is %d', (text, value) => {
  expect(parseNumber(text)).toBe(value);
});

test.each(['1,234', '1.234', '-12,345'])('%s could be two numbers', (text) => {
  expect(parseNumber(text)).toBe('ambiguous');
});

test.each([
  '',
  '-',
  '--1',
  '2 Stk',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  '1,23,456',
  '12,34.5',
  '1.',
  '.5',
  '1..2',
  '=1+1',
  '1 23',
  '٣',
])('%s is no number', (text) => {
  expect(parseNumber(text)).toBe('notANumber');
});

test('a number with two decimals reads back, whichever way it is written', () => {
  const written = [
    ['.', ''],
    [',', ''],
    ['.', ','],
    [',', '.'],
    ['.', "'"],
    [',', '\u00a0'],
    [',', ' '],
  ] as const;
  fc.assert(
    fc.property(
      fc.integer({ min: -99_999_999_99, max: 99_999_999_99 }),
      fc.constantFrom(...written),
      (cents, [mark, between]) => {
        const digits = String(Math.abs(cents)).padStart(3, '0');
        const whole = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, between);
        expect(parseNumber(`${cents < 0 ? '-' : ''}${whole}${mark}${digits.slice(-2)}`)).toBe(cents / 100 + 0);
      },
    ),
  );
});

test('any text whatever is read or refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,' -e") }), (text) => {
      const read = parseNumber(text);
      if (typeof read === 'number') expect(Number.isFinite(read)).toBe(true);
      else expect(['notANumber', 'ambiguous']).toContain(read);
    }),
  );
});
