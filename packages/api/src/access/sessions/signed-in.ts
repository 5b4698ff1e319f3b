import type { OtpContact } from '@atrium/domain/access';
import type { CallerTokens } from '../../platform/token-keeping/index.ts';

export interface SignedIn {
  /** Of the new session; while a code is awaited, what it is handed in with, and good for nothing else. */
  readonly token: string;
  /** Where the code went; null when none is asked for. */
  readonly otpContact: OtpContact | null;
}

/** The same as it is told to whoever signed in, who is given the token as they keep it. */
export function handedOut({ token, otpContact }: SignedIn, tokens: CallerTokens): SignedIn {
  return { token: tokens.give(otpContact === null ? 'token' : 'code', token), otpContact };
}
