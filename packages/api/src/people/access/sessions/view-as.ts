import {
  type Clock,
  err,
  type Failure,
  failure,
  type Instant,
  ok,
  type Result,
  type UserId,
} from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { recordAudit } from '../../audit/index.ts';
import type { AccountsStore } from '../accounts/accounts.store.ts';
import { checkAuthorityOver } from '../people/authority.ts';
import type { AccessTokens } from './access-tokens.ts';
import { sessionsStore } from './sessions.store.ts';

/** Limit for viewing as another user, ms. The token lives as long and is never renewed. */
export const viewAsLifeMs = 60 * 60_000;

interface ViewAsDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly tokens: AccessTokens;
  readonly accounts: Pick<AccountsStore, 'findAccount' | 'findProfile'>;
}

export interface ViewAsSession {
  readonly token: string;
  readonly expiresAt: Instant;
}

/**
 * Opens a session in which the scope's administrator sees and does what another user may, except for credentials. It
 * ends with the administrator's own session, and after an hour. NOT_FOUND, BAD_INPUT for the caller themselves,
 * FORBIDDEN for a user with more rights or sites.
 */
export async function startViewAs(
  { db, clock, tokens, accounts }: ViewAsDependencies,
  scope: Scope,
  userId: UserId,
  address: string,
): Promise<Result<ViewAsSession, Failure>> {
  const person = await accounts.findAccount(scope, userId);
  if (person === null) return err(failure('NOT_FOUND', 'No such user', 'userId'));
  const { userId: viewerId, sessionId: from } = scope;
  const at = clock.now();
  const own = from === null ? null : await sessionsStore(db).findLive(from, at);
  if (viewerId === null || own === null || from === null || scope.viewedBy !== null)
    return err(failure('FORBIDDEN', 'Only somebody who is signed in as themselves can look as another person'));
  const allowed = await checkAuthorityOver(accounts, scope, person);
  if (!allowed.ok) return allowed;
  if (person.id === viewerId) return err(failure('BAD_INPUT', 'This is you already', 'userId'));
  // Whole seconds, like the expiry in tokens: the session is over at the time shown.
  const expiresAt = Math.floor(Math.min(at + viewAsLifeMs, own.expiresAt) / 1000) * 1000;
  const sessionId = await db.transaction(async (transaction) => {
    const store = sessionsStore(transaction);
    const viewer = { userId: viewerId, sessionId: from };
    const opened = await store.open({ userId: person.id, at, expiresAt, viewer });
    const seen = await store.findLive(opened, at);
    if (seen === null) throw new Error('a session to look as another person was over when it began');
    const entry = { at, action: 'session.viewAsStarted', details: {}, subjectId: person.id, address } as const;
    await recordAudit(seen.scope, transaction, entry);
    return opened;
  });
  return ok({ token: await tokens.issue(sessionId, expiresAt, { life: viewAsLifeMs }), expiresAt });
}

/** Ends viewing as another user. BAD_INPUT in any other session. */
export async function endViewAs(
  { db, clock }: Pick<ViewAsDependencies, 'db' | 'clock'>,
  scope: Scope,
  address: string,
): Promise<Result<void, Failure>> {
  const { viewedBy, userId, sessionId } = scope;
  if (viewedBy === null || userId === null || sessionId === null)
    return err(failure('BAD_INPUT', 'You do not look as another person'));
  const at = clock.now();
  await db.transaction(async (transaction) => {
    await sessionsStore(transaction).revoke(sessionId, at);
    const entry = { at, action: 'session.viewAsEnded', details: {}, subjectId: userId, address } as const;
    await recordAudit(scope, transaction, entry);
  });
  return ok(undefined);
}
