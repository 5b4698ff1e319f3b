import type { MessageId } from '../../i18n/index.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export type CredentialFaults = { readonly [Field in keyof Credentials]: MessageId | null };

/** In the order of the page: the first one with a fault takes the focus. */
export const fieldOrder = ['email', 'password'] as const satisfies readonly (keyof Credentials)[];

/** Characters: the least a password of this product has. */
const shortestPassword = 8;

/** What can be told about an email and a password without asking the server: rules every account's satisfy. */
export function checkCredentials({ email, password }: Credentials): CredentialFaults {
  return { email: checkEmail(email.trim()), password: checkPassword(password) };
}

function checkEmail(email: string): MessageId | null {
  if (email === '') return 'access.email.required';
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email) ? null : 'access.email.invalid';
}

function checkPassword(password: string): MessageId | null {
  if (password === '') return 'access.password.required';
  if (password.length < shortestPassword) return 'access.password.length';
  return /\p{N}/u.test(password) && /[^\p{L}\p{N}\s]/u.test(password) ? null : 'access.password.policy';
}
