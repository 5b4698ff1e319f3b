import { type Clock, err, type Failure, failure, type Instant, ok, type Result } from '@atrium/domain/core';
import type { Authentication } from '../../../platform/graphql/context.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { withAddress } from '../../../platform/tenancy/scope.ts';
import { recordAudit } from '../../audit/index.ts';
import type { AccessTokens } from './access-tokens.ts';
import { type SessionsStore, sessionsStore } from './sessions.store.ts';

/** Time in which a renewed token may be renewed again, ms. Tabs and hosts of one domain renew concurrently. */
export const renewalGraceMs = 60_000;

export interface SessionDependencies {
  readonly db: Database;
  /** Called when a session ends because an old token was used again. */
  readonly onReplay?: ((scope: Scope) => void) | undefined;
  readonly sessions: SessionsStore;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
}

/**
 * Renews an access token, expired or not, while its session is active. Each token can be renewed once. A second renewal
 * means that the token was copied, and ends the session for both holders.
 */
export async function renewSession(
  { db, sessions, tokens, clock, onReplay }: SessionDependencies,
  token: string,
  address: string,
): Promise<Result<string, Failure>> {
  const at = clock.now();
  const reading = await tokens.read(token);
  const session = reading.state === 'invalid' ? null : await sessions.findLive(reading.sessionId, at);
  // A session that views as another user ends with its only token.
  if (reading.state === 'invalid' || session === null || session.scope.viewedBy !== null)
    return err(failure('UNAUTHENTICATED', 'Invalid token'));
  const renewal = await sessions.renew(reading.sessionId, { renewals: reading.renewals, at, grace: renewalGraceMs });
  if (renewal !== null) return ok(await tokens.issue(reading.sessionId, session.expiresAt, renewal));
  await endReplayed(db, session.scope, { at, address });
  onReplay?.(session.scope);
  return err(failure('UNAUTHENTICATED', 'Invalid token'));
}

function endReplayed(
  db: Database,
  scope: Scope,
  { at, address }: { readonly at: Instant; readonly address: string },
): Promise<void> {
  return db.transaction(async (transaction) => {
    if (scope.sessionId !== null) await sessionsStore(transaction).revoke(scope.sessionId, at);
    const about = scope.userId === null ? {} : { subjectId: scope.userId };
    await recordAudit(scope, transaction, { at, action: 'session.tokenReplayed', details: {}, address, ...about });
  });
}

/** Returns the current scope of a token. Expired tokens have their own error, so that the holder renews them. */
export async function authenticateToken(
  { sessions, tokens, clock }: Pick<SessionDependencies, 'sessions' | 'tokens' | 'clock'>,
  token: string,
  address?: string,
): Promise<Authentication> {
  const reading = await tokens.read(token);
  if (reading.state !== 'current') return { scope: null, tokenProblem: reading.state };
  const session = await sessions.findLive(reading.sessionId, clock.now());
  return session === null
    ? { scope: null, tokenProblem: 'invalid' }
    : {
        scope: address === undefined ? session.scope : withAddress(session.scope, address),
        expiresAt: reading.expiresAt,
      };
}
