import type { Clock, Instant } from '@atrium/domain/core';
import { audit } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { type Scope, signedOutScope } from '../../platform/tenancy/scope.ts';
import type { Credentials } from '../accounts/index.ts';
import { rememberBrowser } from '../known-browsers/index.ts';
import type { AccessTokens } from './access-tokens.ts';
import { sessionsStore } from './sessions.store.ts';

/** A session ends this long after signing in, however often its tokens were renewed; ms. */
export const sessionLife = 10 * 60 * 60_000;

export interface SessionOpener {
  readonly db: Database;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
}

export interface SignInMeans {
  /** The peer's. */
  readonly address: string;
  /** Besides or instead of the password. */
  readonly by: 'password' | 'code' | 'oidc' | 'retailer';
  /** Of the browser that told what it keeps. */
  readonly deviceHash?: string | null;
}

/** Opens a session for somebody who has proven who they are, and answers its first token. No session without its entry in the audit log. */
export async function openSession(
  { db, tokens, clock }: SessionOpener,
  { userId, organizationId }: Pick<Credentials, 'userId' | 'organizationId'>,
  { address, by, deviceHash = null }: SignInMeans,
): Promise<string> {
  const at = clock.now();
  const expiresAt = at + sessionLife;
  const sessionId = await db.transaction(async (transaction) => {
    const entry = { at, action: 'session.signedIn', details: { by }, subjectId: userId, address } as const;
    await audit(signedOutScope(organizationId, userId), transaction, entry);
    await rememberBrowser(transaction, userId, deviceHash, at);
    return sessionsStore(transaction).open({ userId, at, expiresAt, secondFactor: by === 'code', deviceHash });
  });
  return tokens.issue(sessionId, expiresAt);
}

/** Whether the session the scope was made from lives and was opened with a one-time code. */
export async function passedCode(db: Database, { sessionId }: Scope, at: Instant): Promise<boolean> {
  const session = sessionId === null ? null : await sessionsStore(db).findLive(sessionId, at);
  return session?.secondFactor ?? false;
}
