import { expect, test } from 'vitest';
import { normalizeEmail } from './contacts/email.ts';
import { passwordFaults } from './password-policy.ts';

test('addresses have one form', () => {
  expect(normalizeEmail('  Admin@Demo.Example ')).toBe('admin@demo.example');
  for (const wrong of [
    '',
    'a',
    'a@b',
    'a@@b.c',
    'a b@c.d',
    '<a@b.c>',
    'a@b..c',
    'a\u0000@b.ch',
    `${'a'.repeat(250)}@b.ch`,
  ])
    expect([wrong, normalizeEmail(wrong)]).toEqual([wrong, null]);
});

test('passwords have a letter, a number, a special character and eight of them', () => {
  expect(passwordFaults('Demo-pass-1')).toEqual([]);
  expect(passwordFaults('Zürich–Übung 7')).toEqual([]);
  expect(passwordFaults('short-1')).toEqual(['length']);
  expect(passwordFaults('12345678!')).toEqual(['letter']);
  expect(passwordFaults('password!')).toEqual(['number']);
  expect(passwordFaults('password 1')).toEqual(['special']);
  expect(passwordFaults('')).toEqual(['length', 'letter', 'number', 'special']);
});
