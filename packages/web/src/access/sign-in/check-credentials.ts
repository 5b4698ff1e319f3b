import { normalizeEmail, passwordFaults } from '@atrium/domain/access';
import type { MessageId } from '../../i18n/index.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type CredentialFaults = { readonly [Field in keyof Credentials]: MessageId | null };

/** In the order of the page: the first one with a fault takes the focus. */
export const fieldOrder = ['email', 'password'] as const satisfies readonly (keyof Credentials)[];

/** What can be told about an email and a password without asking the server: rules every account's satisfy. */
export function checkCredentials({ email, password }: Credentials): CredentialFaults {
  return { email: checkEmail(email.trim()), password: checkPassword(password) };
}

function checkEmail(email: string): MessageId | null {
  if (email === '') return 'access.email.required';
  return normalizeEmail(email) === null ? 'access.email.invalid' : null;
}

function checkPassword(password: string): MessageId | null {
  if (password === '') return 'access.password.required';
  const faults = passwordFaults(password);
  if (faults.includes('length')) return 'access.password.length';
  // Letters are asked of new passwords only: this page must let in whoever got theirs under an older rule.
  return faults.includes('number') || faults.includes('special') ? 'access.password.extended' : null;
}
