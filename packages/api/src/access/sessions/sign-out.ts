import type { Clock } from '@atrium/domain/core';
import { audit } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import type { Scope } from '../scope.ts';
import { sessionsStore } from './sessions.store.ts';

/** Ends the session the scope was made from: no token made for it works again. */
export async function signOut(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  scope: Scope,
  address: string,
): Promise<void> {
  const { sessionId } = scope;
  if (sessionId === null) return;
  const at = clock.now();
  await db.transaction(async (transaction) => {
    await sessionsStore(transaction).revoke(sessionId, at);
    const account = scope.userId === null ? {} : { subjectId: scope.userId };
    await audit(scope, transaction, { at, action: 'session.signedOut', details: {}, address, ...account });
  });
}
