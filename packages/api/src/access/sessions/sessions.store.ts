import {
  type InstallationId,
  type Instant,
  id,
  type OrganizationId,
  type ProfileId,
  type UserId,
} from '@atrium/domain/core';
import { and, eq, gt, inArray, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../platform/relational/index.ts';
import { profiles, sessions, users } from '../access.schema.ts';
import { type Scope, scopeOf } from '../scope.ts';

export interface LiveSession {
  readonly scope: Scope;
  readonly expiresAt: Instant;
}

/** Sessions are read at every request, with the person and the profile as they are now: nothing of them is remembered. */
export function sessionsStore(db: Database) {
  return {
    async open(userId: UserId, at: Instant, expiresAt: Instant): Promise<string> {
      await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, new Date(at))));
      const [row] = await db
        .insert(sessions)
        .values({ userId, createdAt: new Date(at), expiresAt: new Date(expiresAt) })
        .returning({ id: sessions.id });
      if (!row) throw new Error('a session was not created');
      return row.id;
    },

    /** null: ended, revoked, or its person is gone. */
    async findLive(sessionId: string, at: Instant): Promise<LiveSession | null> {
      const [row] = await db
        .select({ user: users, rights: profiles.rights, expiresAt: sessions.expiresAt })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .innerJoin(profiles, and(eq(profiles.id, users.profileId), eq(profiles.organizationId, users.organizationId)))
        .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(at))));
      if (!row) return null;
      const { user, rights, expiresAt } = row;
      const scope = scopeOf({
        organizationId: id<OrganizationId>(user.organizationId),
        userId: id<UserId>(user.id),
        viewedBy: null,
        profileId: id<ProfileId>(user.profileId),
        role: user.role,
        rights,
        installationIds: user.installationIds?.map((installation) => id<InstallationId>(installation)) ?? null,
        sessionId,
      });
      return { scope, expiresAt: expiresAt.getTime() };
    },

    async revoke(sessionId: string, at: Instant): Promise<void> {
      await db
        .update(sessions)
        .set({ revokedAt: new Date(at) })
        .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
    },

    /** Ends every session of a member of the scope's organization. */
    async revokeAll(scope: Scope, userId: UserId, at: Instant): Promise<void> {
      const member = db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.organizationId, scope.organizationId), eq(users.id, userId)));
      await db
        .update(sessions)
        .set({ revokedAt: new Date(at) })
        .where(and(inArray(sessions.userId, member), isNull(sessions.revokedAt)));
    },
  };
}

export type SessionsStore = ReturnType<typeof sessionsStore>;
