import { and, eq, exists, gt, isNull, lt, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type ExpiringRows, expireRows } from '../../platform/relational/expiring-rows.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import {
  codeTries,
  invitations,
  knownBrowsers,
  oneTimeCodes,
  pendingSignIns,
  sessions,
  singleUseTokens,
  trustedBrowsers,
} from './access.schema.ts';

/** Credentials of sign-in that have ended. People who return later sign in as if they had none. */
export function listExpiringAccess(db: Database): readonly ExpiringRows[] {
  const newer = alias(invitations, 'newer');
  return [
    expireRows(db, sessions, (before) => lt(sessions.expiresAt, before)),
    expireRows(db, pendingSignIns, (before) => lt(pendingSignIns.expiresAt, before)),
    expireRows(db, oneTimeCodes, (before) =>
      and(lt(oneTimeCodes.expiresAt, before), or(isNull(oneTimeCodes.usedAt), lt(oneTimeCodes.usedAt, before))),
    ),
    expireRows(db, codeTries, (before) => lt(codeTries.since, before)),
    expireRows(db, singleUseTokens, (before) => lt(singleUseTokens.expiresAt, before)),
    expireRows(db, trustedBrowsers, (before) => lt(trustedBrowsers.expiresAt, before)),
    expireRows(db, knownBrowsers, (before) => lt(knownBrowsers.seenAt, before)),
    // The newest link of a person stays: it says when they were invited.
    expireRows(db, invitations, (before) =>
      and(
        lt(invitations.expiresAt, before),
        isNull(invitations.acceptedAt),
        exists(
          db
            .select({ id: newer.id })
            .from(newer)
            .where(and(eq(newer.userId, invitations.userId), gt(newer.id, invitations.id))),
        ),
      ),
    ),
  ];
}
