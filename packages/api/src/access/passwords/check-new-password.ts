import { findBrokenPasswordRule, type PasswordRule } from '@atrium/domain/access';
import { type Failure, failure } from '@atrium/domain/core';
import { isCommonPassword } from './common-passwords.ts';

const words: Record<PasswordRule, string> = {
  policy: 'At least 8 characters with a letter, a number and a special character',
  length: 'A password has at least 8 characters',
  extended: 'A password has at least one numeric and one non-alphanumeric character',
  tooLong: 'A password has at most 256 characters',
};

/** Returns BAD_INPUT under the given field for a password that is not accepted, or null. */
export function checkNewPassword(password: string, field: string): Failure | null {
  const rule = findBrokenPasswordRule(password);
  if (rule !== null) return failure('BAD_INPUT', words[rule], field);
  return isCommonPassword(password) ? failure('BAD_INPUT', 'This password is one of those tried first', field) : null;
}
