import { expect, it } from 'vitest';
import { checkNewPassword, isCommonPassword } from './passwords.ts';

it.each([
  'Password1!',
  'password',
  'P@ssw0rd1',
  'Qwertyuiop-1',
  '!!dragon99',
  'Football2024!'.slice(0, 11),
  'iloveyou1!',
])('%s is one of those tried first', (password) => {
  expect(isCommonPassword(password)).toBe(true);
  if (/[^\p{L}\p{N}]/u.test(password)) expect(checkNewPassword(password, 'password')?.code).toBe('BAD_INPUT');
});

it.each(['Demo-pass-1', 'Other-pass-2', 'correct-horse-7', 'dragon84726193!', 'كلمة-سر-طويلة-7', '7!f', ''])(
  '%s is not',
  (password) => expect(isCommonPassword(password)).toBe(false),
);
