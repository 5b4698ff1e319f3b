import { type Instant, id, type OrganizationId, type UserId } from '@atrium/domain/core';
import { and, desc, eq, gt, inArray, lt, lte, notInArray } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { pendingSignIns, trustedBrowsers, users } from '../access.schema.ts';

export interface PendingSignIn {
  readonly userId: UserId;
  readonly organizationId: OrganizationId;
  /** Hash of the browser's device cookie. Null: the browser sent none. */
  readonly deviceHash: string | null;
}

export interface NewPendingSignIn extends Omit<PendingSignIn, 'organizationId'> {
  readonly tokenHash: string;
  readonly expiresAt: Instant;
}

/** Takes no scope: the token's holder has not signed in yet, and a browser belongs to one user. */
export function twoFactorStore(db: Database) {
  const isOpen = (tokenHash: string, now: Instant) =>
    and(eq(pendingSignIns.tokenHash, tokenHash), gt(pendingSignIns.expiresAt, new Date(now)));
  return {
    /** Also deletes the user's expired ones. */
    async addPending({ userId, tokenHash, expiresAt, deviceHash }: NewPendingSignIn, now: Instant): Promise<void> {
      await db
        .delete(pendingSignIns)
        .where(and(eq(pendingSignIns.userId, userId), lte(pendingSignIns.expiresAt, new Date(now))));
      await db.insert(pendingSignIns).values({ userId, tokenHash, deviceHash, expiresAt: new Date(expiresAt) });
    },

    async findPending(tokenHash: string, now: Instant): Promise<PendingSignIn | null> {
      const [row] = await db
        .select({ userId: users.id, organizationId: users.organizationId, deviceHash: pendingSignIns.deviceHash })
        .from(pendingSignIns)
        .innerJoin(users, eq(users.id, pendingSignIns.userId))
        .where(isOpen(tokenHash, now));
      return row
        ? { ...row, userId: id<UserId>(row.userId), organizationId: id<OrganizationId>(row.organizationId) }
        : null;
    },

    /** Returns false if it was used or ended in the meantime. */
    async usePending(tokenHash: string, now: Instant): Promise<boolean> {
      const used = await db
        .delete(pendingSignIns)
        .where(isOpen(tokenHash, now))
        .returning({ userId: pendingSignIns.userId });
      return used.length > 0;
    },

    async isTrusted(userId: UserId, deviceHash: string, now: Instant): Promise<boolean> {
      const [row] = await db
        .select({ userId: trustedBrowsers.userId })
        .from(trustedBrowsers)
        .where(
          and(
            eq(trustedBrowsers.userId, userId),
            eq(trustedBrowsers.deviceHash, deviceHash),
            gt(trustedBrowsers.expiresAt, new Date(now)),
          ),
        );
      return row !== undefined;
    },

    /** Keeps the `most` newest browsers of the user. */
    async trust(userId: UserId, deviceHash: string, now: Instant, expiresAt: Instant, most: number): Promise<void> {
      const times = { createdAt: new Date(now), expiresAt: new Date(expiresAt) };
      await db
        .insert(trustedBrowsers)
        .values({ userId, deviceHash, ...times })
        .onConflictDoUpdate({ target: [trustedBrowsers.userId, trustedBrowsers.deviceHash], set: times });
      const newest = db
        .select({ deviceHash: trustedBrowsers.deviceHash })
        .from(trustedBrowsers)
        .where(eq(trustedBrowsers.userId, userId))
        .orderBy(desc(trustedBrowsers.createdAt))
        .limit(most);
      await db
        .delete(trustedBrowsers)
        .where(and(eq(trustedBrowsers.userId, userId), notInArray(trustedBrowsers.deviceHash, newest)));
      await db
        .delete(trustedBrowsers)
        .where(and(eq(trustedBrowsers.userId, userId), lt(trustedBrowsers.expiresAt, new Date(now))));
    },

    /** Deletes trusted browsers and pending sign-ins, after a change of password or two-factor. */
    async endAll(scope: Scope, userId: UserId): Promise<void> {
      const member = db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.organizationId, scope.organizationId), eq(users.id, userId)));
      await db.delete(pendingSignIns).where(inArray(pendingSignIns.userId, member));
      await db.delete(trustedBrowsers).where(inArray(trustedBrowsers.userId, member));
    },
  };
}
