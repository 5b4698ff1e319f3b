import { type Clock, err, type Failure, failure, ok, type Result } from '@atrium/domain/core';
import type { Authentication } from '../../platform/graphql/context.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { SessionsStore } from './sessions.store.ts';

export interface SessionDependencies {
  readonly sessions: SessionsStore;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
}

/** A new access token for an old one, expired or not, while the session it was made for lives. */
export async function renewSession(
  { sessions, tokens, clock }: SessionDependencies,
  token: string,
): Promise<Result<string, Failure>> {
  const reading = await tokens.read(token);
  const session = reading.state === 'invalid' ? null : await sessions.findLive(reading.sessionId, clock.now());
  // Looking as another person ends when its one token does.
  if (reading.state === 'invalid' || session === null || session.scope.viewedBy !== null)
    return err(failure('UNAUTHENTICATED', 'Invalid token'));
  return ok(await tokens.issue(reading.sessionId, session.expiresAt));
}

/** Whom a token speaks for, as they are now; an expired one is told apart so that its holder renews it. */
export async function authenticateToken(
  { sessions, tokens, clock }: SessionDependencies,
  token: string,
): Promise<Authentication> {
  const reading = await tokens.read(token);
  if (reading.state !== 'current') return { scope: null, tokenProblem: reading.state };
  const session = await sessions.findLive(reading.sessionId, clock.now());
  return session === null
    ? { scope: null, tokenProblem: 'invalid' }
    : { scope: session.scope, expiresAt: reading.expiresAt };
}
