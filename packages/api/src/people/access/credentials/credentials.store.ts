import type { Instant, UserId } from '@atrium/domain/core';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import { sessions, users } from '../access.schema.ts';

export function credentialsStore(db: Database) {
  const own = (scope: Scope, userId: UserId) =>
    and(eq(users.organizationId, scope.organizationId), eq(users.id, userId));
  return {
    async sessionOpenedAt(sessionId: string): Promise<Instant | null> {
      const [row] = await db.select({ at: sessions.createdAt }).from(sessions).where(eq(sessions.id, sessionId));
      return row?.at.getTime() ?? null;
    },

    async passwordHash(scope: Scope, userId: UserId): Promise<string | null> {
      const [row] = await db.select({ hash: users.passwordHash }).from(users).where(own(scope, userId));
      return row?.hash ?? null;
    },

    async savePasswordHash(scope: Scope, userId: UserId, passwordHash: string): Promise<void> {
      await db.update(users).set({ passwordHash }).where(own(scope, userId));
    },
  };
}
