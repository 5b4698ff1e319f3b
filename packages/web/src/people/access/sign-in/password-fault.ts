import { findBrokenPasswordRule, type PasswordRule } from '@atrium/domain/people/access';
import type { MessageId } from '../../../i18n/index.ts';

const words = {
  policy: 'access.password.rule',
  length: 'access.password.length',
  extended: 'access.password.extended',
  tooLong: 'access.password.tooLong',
} as const satisfies Record<PasswordRule, MessageId>;

/** Returns the error of a new password, or null if it is acceptable. */
export function findPasswordFault(password: string): MessageId | null {
  const rule = findBrokenPasswordRule(password);
  return rule === null ? null : words[rule];
}
