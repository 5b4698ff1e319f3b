import { expect, test } from 'vitest';
import { findPasswordFaults } from './credentials.ts';
import { normalizeEmail } from './person.ts';

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
  expect(findPasswordFaults('Demo-pass-1')).toEqual([]);
  expect(findPasswordFaults('Zürich–Übung 7')).toEqual([]);
  expect(findPasswordFaults('short-1')).toEqual(['length']);
  expect(findPasswordFaults('12345678!')).toEqual(['letter']);
  expect(findPasswordFaults('password!')).toEqual(['number']);
  expect(findPasswordFaults('password 1')).toEqual(['special']);
  expect(findPasswordFaults('')).toEqual(['length', 'letter', 'number', 'special']);
});
