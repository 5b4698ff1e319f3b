import type { Clock, Instant } from '@atrium/domain/core';
import { recordAudit } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { type Scope, signedOutScope } from '../../platform/tenancy/scope.ts';
import type { Credentials } from '../accounts/index.ts';
import { rememberBrowser } from '../known-browsers/index.ts';
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
