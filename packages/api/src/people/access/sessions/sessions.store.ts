import {
  type InstallationId,
  type Instant,
  id,
  type OrganizationId,
  type ProfileId,
  type UserId,
} from '@atrium/domain/core';
import { canActOn } from '@atrium/domain/people/access';
import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { createScope, type Scope } from '../../../platform/tenancy/scope.ts';
import { profiles, sessions, users } from '../access.schema.ts';

export interface ActiveSession {
  readonly scope: Scope;
  readonly expiresAt: Instant;
  readonly secondFactor: boolean;
}

export interface NewSession {
  readonly userId: UserId;
  readonly at: Instant;
  readonly expiresAt: Instant;
  /** Whether a one-time code was entered. */
  readonly secondFactor?: boolean;
  /** Hash of the browser's device cookie. Null: the browser sent none. */
  readonly deviceHash?: string | null;
  /** Administrator who views as `userId`, and their session, with which this one ends. */
  readonly viewer?: { readonly userId: UserId; readonly sessionId: string };
}

interface RenewalOf {
  /** Renewals of the token to renew. */
  readonly renewals: number;
  readonly at: Instant;
  readonly grace: number;
}

/** Inputs of the new token. Concurrent renewals get the same ones. */
interface Renewal {
  readonly renewals: number;
  readonly at: Instant;
}

/** Sessions are read at every request, with the current user and profile. Nothing is cached. */
export function sessionsStore(db: Database) {
  let liveSession: ReturnType<typeof prepareLiveSession> | null = null;
  return {
    /** Also deletes the user's expired sessions. */
    async open({
      userId,
      at,
      expiresAt,
      secondFactor = false,
      deviceHash = null,
      viewer,
    }: NewSession): Promise<string> {
      await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.expiresAt, new Date(at))));
      const [row] = await db
        .insert(sessions)
        .values({
          userId,
          createdAt: new Date(at),
          expiresAt: new Date(expiresAt),
          secondFactor,
          deviceHash,
          viewedByUserId: viewer?.userId ?? null,
          openedFrom: viewer?.sessionId ?? null,
        })
        .returning({ id: sessions.id });
      if (!row) throw new Error('a session was not created');
      return row.id;
    },

    /**
     * Returns null for a session that ended or was revoked, or whose user is deleted. An administrator who views as
     * another user must still be signed in and have at least their rights and sites.
     */
    async findLive(sessionId: string, at: Instant): Promise<ActiveSession | null> {
      liveSession ??= prepareLiveSession(db);
      const [row] = await liveSession.execute({ sessionId, now: new Date(at) });
      if (!row || !hasViewerAuthority(row)) return null;
      const { expiresAt, secondFactor } = row.session;
      return { scope: scopeOfSession(row), expiresAt: expiresAt.getTime(), secondFactor };
    },

    /**
     * Counts a renewal of the newest token. The previous token gets the same renewal within `grace` ms, for concurrent
     * tabs. Null: the token is older, so it was copied.
     */
    async renew(sessionId: string, { renewals, at, grace }: RenewalOf): Promise<Renewal | null> {
      const isThis = eq(sessions.id, sessionId);
      const told = { renewals: sessions.renewals, at: sessions.renewedAt };
      const [row] = await db
        .update(sessions)
        .set({ renewals: renewals + 1, renewedAt: new Date(at) })
        .where(and(isThis, eq(sessions.renewals, renewals)))
        .returning(told);
      const [found] = row ? [row] : await db.select(told).from(sessions).where(isThis);
      if (!found?.at || found.renewals !== renewals + 1 || at - found.at.getTime() > grace) return null;
      return { renewals: found.renewals, at: found.at.getTime() };
    },

    async revoke(sessionId: string, at: Instant): Promise<void> {
      await db
        .update(sessions)
        .set({ revokedAt: new Date(at) })
        .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
    },

    /**
     * Ends every session of a member of the scope's organization, and those in which they view as others, except `but`.
     */
    async revokeAll(scope: Scope, userId: UserId, at: Instant, but: string | null): Promise<void> {
      const member = db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.organizationId, scope.organizationId), eq(users.id, userId)));
      await db
        .update(sessions)
        .set({ revokedAt: new Date(at) })
        .where(
          and(
            or(inArray(sessions.userId, member), inArray(sessions.viewedByUserId, member)),
            isNull(sessions.revokedAt),
            but === null ? undefined : ne(sessions.id, but),
          ),
        );
    },
  };
}

export type SessionsStore = ReturnType<typeof sessionsStore>;

/** Runs at every request, so it is a prepared statement. Its result is never cached. */
function prepareLiveSession(db: Database) {
  const now = sql.placeholder('now');
  const viewer = alias(users, 'viewer');
  const viewerProfile = alias(profiles, 'viewer_profile');
  const from = alias(sessions, 'opened_from');
  const stillMayView = and(
    eq(viewer.organizationId, users.organizationId),
    eq(viewer.role, 'admin'),
    isNull(from.revokedAt),
    gt(from.expiresAt, now),
  );
  const { id: userId, organizationId, profileId, role, isOperator, installationIds } = users;
  const { id: sessionId, viewedByUserId, expiresAt, secondFactor } = sessions;
  return db
    .select({
      user: { id: userId, organizationId, profileId, role, isOperator, installationIds },
      rights: profiles.rights,
      viewer: { role: viewer.role, isOperator: viewer.isOperator, installationIds: viewer.installationIds },
      viewerRights: viewerProfile.rights,
      session: { id: sessionId, viewedByUserId, expiresAt, secondFactor },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(profiles, and(eq(profiles.id, users.profileId), eq(profiles.organizationId, users.organizationId)))
    .leftJoin(viewer, eq(viewer.id, sessions.viewedByUserId))
    .leftJoin(viewerProfile, eq(viewerProfile.id, viewer.profileId))
    .leftJoin(from, eq(from.id, sessions.openedFrom))
    .where(
      and(
        eq(sessions.id, sql.placeholder('sessionId')),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
        or(isNull(sessions.viewedByUserId), stillMayView),
      ),
    )
    .prepare('live_session');
}

type LiveRow = Awaited<ReturnType<ReturnType<typeof prepareLiveSession>['execute']>>[number];

/** Returns whether the viewer still has all rights and sites of the viewed user, whatever changed since. */
function hasViewerAuthority({ user, rights, viewer, viewerRights }: LiveRow): boolean {
  if (viewer === null || viewerRights === null) return true;
  return canActOn({ ...viewer, rights: viewerRights }, { ...user, rights });
}

function scopeOfSession({ user, rights, session }: LiveRow): Scope {
  return createScope({
    organizationId: id<OrganizationId>(user.organizationId),
    userId: id<UserId>(user.id),
    viewedBy: session.viewedByUserId === null ? null : id<UserId>(session.viewedByUserId),
    profileId: id<ProfileId>(user.profileId),
    role: user.role,
    rights,
    installationIds: user.installationIds?.map((installation) => id<InstallationId>(installation)) ?? null,
    sessionId: session.id,
    isOperator: user.isOperator && session.viewedByUserId === null,
  });
}
