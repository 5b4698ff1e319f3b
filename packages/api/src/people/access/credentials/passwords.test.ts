import { expect, test } from 'vitest';
import { checkNewPassword } from './passwords.ts';

test.each([
  ['Demo-pass-1', null],
  ['weak', 'At least 8 characters with a letter, a number and a special character'],
  ['12345678!', 'At least 8 characters with a letter, a number and a special character'],
  ['Demo-1x', 'A password has at least 8 characters'],
  ['Demo-pass', 'A password has at least one numeric and one non-alphanumeric character'],
  ['Demopass1', 'A password has at least one numeric and one non-alphanumeric character'],
  [`a1!${'x'.repeat(254)}`, 'A password has at most 256 characters'],
])('A14 the password %j is refused with: %s', (password, message) => {
  const refusal = checkNewPassword(password, 'newPassword');
  expect(refusal).toEqual(message === null ? null : { code: 'BAD_INPUT', message, field: 'newPassword' });
});
