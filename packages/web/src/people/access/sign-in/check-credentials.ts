import { findPasswordFaults, normalizeEmail } from '@atrium/domain/people/access';
import type { MessageId } from '../../../i18n/index.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type CredentialFaults = { readonly [Field in keyof Credentials]: MessageId | null };

/** Fields in page order. The first wrong one gets the focus. */
export const fieldOrder = ['email', 'password'] as const satisfies readonly (keyof Credentials)[];

/** Validates email and password by rules that hold for every account, without the server. */
export function checkCredentials({ email, password }: Credentials): CredentialFaults {
  return { email: checkEmail(email.trim()), password: checkPassword(password) };
}

function checkEmail(email: string): MessageId | null {
  if (email === '') return 'access.email.required';
  return normalizeEmail(email) === null ? 'access.email.invalid' : null;
}

function checkPassword(password: string): MessageId | null {
  if (password === '') return 'access.password.required';
  const faults = findPasswordFaults(password);
  if (faults.includes('length')) return 'access.password.length';
  // Does not require letters: passwords from an older rule must still sign in.
  return faults.includes('number') || faults.includes('special') ? 'access.password.extended' : null;
}
