import { expect, test } from 'vitest';
import { normalizePhone } from '../../core/phones/index.ts';
import { findPersonNameFault, isProfileLanguage } from './person.ts';

test('A13 names have letters of any alphabet and spaces', () => {
  for (const name of ['Leïla', 'Anna Maria', 'Ωμέγα', 'محمد', '李', 'E\u0301mile', ' Zoë '])
    expect([name, findPersonNameFault(name)]).toEqual([name, null]);
  for (const name of ['', '   ']) expect(findPersonNameFault(name)).toBe('missing');
  for (const name of ['R2D2', '<b>', 'a@b', 'A_B', '\u0301', 'a\u0000b', 'a\nb'])
    expect([name, findPersonNameFault(name)]).toEqual([name, 'letters']);
  expect(findPersonNameFault('é'.repeat(100))).toBeNull();
  expect(findPersonNameFault('é'.repeat(101))).toBe('length');
});

test('A13 phones are international and have one form', () => {
  expect(normalizePhone(' +41 (79) 123-45.67 ')).toBe('+41791234567');
  for (const wrong of ['', '0791234567', '+0791234567', '+41', '+4179123456x', `+${'4'.repeat(16)}`])
    expect([wrong, normalizePhone(wrong)]).toEqual([wrong, null]);
});

test('N01 a profile speaks one of six languages', () => {
  expect(['fr', 'en', 'it', 'ar', 'de', 'es'].every(isProfileLanguage)).toBe(true);
  expect(['FR', 'pt', '', 'constructor'].some(isProfileLanguage)).toBe(false);
});
