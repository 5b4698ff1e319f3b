import type { Clock, Instant } from '@atrium/domain/core';
import type { OtpContact } from '@atrium/domain/people/access';
import type { CallerTokens } from '../../../platform/http/token-storage.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { type Scope, signedOutScope } from '../../../platform/tenancy/scope.ts';
import { recordAudit } from '../../audit/index.ts';
import type { Credentials } from '../accounts/accounts.store.ts';
import { rememberBrowser } from '../browsers/known-browsers.ts';
import type { AccessTokens } from './access-tokens.ts';
import { sessionsStore } from './sessions.store.ts';

/** Lifetime of a session after sign-in, ms. Renewals do not extend it. */
export const sessionLifeMs = 10 * 60 * 60_000;

export interface SessionOpener {
  readonly db: Database;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
}

export interface SignInMeans {
  /** IP address of the peer. */
  readonly address: string;
  /** Method besides or instead of the password. */
  readonly by: 'password' | 'code' | 'oidc' | 'retailer';
  /** Hash of the browser's device cookie. */
  readonly deviceHash?: string | null;
}

/**
 * Opens a session for an authenticated user and returns its first token. Writes the audit entry in the same
 * transaction.
 */
export async function openSession(
  { db, tokens, clock }: SessionOpener,
  { userId, organizationId }: Pick<Credentials, 'userId' | 'organizationId'>,
  { address, by, deviceHash = null }: SignInMeans,
): Promise<string> {
  const at = clock.now();
  const expiresAt = at + sessionLifeMs;
  const sessionId = await db.transaction(async (transaction) => {
    const entry = { at, action: 'session.signedIn', details: { by }, subjectId: userId, address } as const;
    await recordAudit(signedOutScope(organizationId, userId), transaction, entry);
    await rememberBrowser(transaction, userId, deviceHash, at);
    return sessionsStore(transaction).open({ userId, at, expiresAt, secondFactor: by === 'code', deviceHash });
  });
  return tokens.issue(sessionId, expiresAt);
}

/** Returns whether the scope's session is active and was opened with a one-time code. */
export async function hasSecondFactor(db: Database, { sessionId }: Scope, at: Instant): Promise<boolean> {
  const session = sessionId === null ? null : await sessionsStore(db).findLive(sessionId, at);
  return session?.secondFactor ?? false;
}

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
