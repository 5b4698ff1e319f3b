import type { OtpContact } from '@atrium/domain/access';
import type { CallerTokens } from '../../platform/token-keeping/index.ts';

export interface SignedIn {
  /** Token of the new session. While a code is pending: the token to submit it with, valid for nothing else. */
  readonly token: string;
  /** Contact the code was sent to. Null: no code is needed. */
  readonly otpContact: OtpContact | null;
}

/** Returns the answer for the caller, with the token as the caller stores it. */
export function toCallerAnswer({ token, otpContact }: SignedIn, tokens: CallerTokens): SignedIn {
  return { token: tokens.give(otpContact === null ? 'token' : 'code', token), otpContact };
}
