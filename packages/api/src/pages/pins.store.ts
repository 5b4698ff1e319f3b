import { type BookmarkId, id, type SameOriginPath, type UserId } from '@atrium/domain/core';
import { and, asc, eq } from 'drizzle-orm';
import { users } from '../people/access/access.schema.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { pins } from './dashboards.schema.ts';

export const pinTargets = ['_self', '_blank'] as const;

export interface Pin {
  readonly id: BookmarkId;
  readonly title: string;
  readonly url: SameOriginPath;
  readonly order: number;
  readonly target: (typeof pinTargets)[number];
}

/** The bookmarks of one person. */
export interface PinsStore {
  all(scope: Scope, userId: UserId): Promise<readonly Pin[]>;
  /** Serializes changes of one person's bookmarks, so that each sees the order after the previous one. */
  inTurn<Answer>(scope: Scope, userId: UserId, change: (store: PinsStore) => Promise<Answer>): Promise<Answer>;
  insert(scope: Scope, userId: UserId, pin: Omit<Pin, 'id'>): Promise<Pin>;
  update(scope: Scope, userId: UserId, pin: Pin): Promise<void>;
  /** Returns false if the person has no such bookmark. */
  remove(scope: Scope, userId: UserId, pinId: BookmarkId): Promise<boolean>;
  /** Replaces all bookmarks of the person. */
  replaceAll(scope: Scope, userId: UserId, wanted: readonly Omit<Pin, 'id'>[]): Promise<void>;
}

export function pinsStore(db: Database): PinsStore {
  const ownedBy = (scope: Scope, userId: UserId) =>
    and(eq(pins.organizationId, scope.organizationId), eq(pins.userId, userId));

  return {
    async all(scope, userId) {
      const rows = await db.select().from(pins).where(ownedBy(scope, userId)).orderBy(asc(pins.order), asc(pins.id));
      return rows.map(pinOf);
    },

    inTurn(scope, userId, change) {
      return db.transaction(async (transaction) => {
        await transaction
          .select({ id: users.id })
          .from(users)
          .where(and(eq(users.organizationId, scope.organizationId), eq(users.id, userId)))
          .for('update');
        return change(pinsStore(transaction));
      });
    },

    async insert(scope, userId, pin) {
      const [row] = await db
        .insert(pins)
        .values({ ...pin, organizationId: scope.organizationId, userId })
        .returning();
      if (row === undefined) throw new Error('a bookmark was not created');
      return pinOf(row);
    },

    async update(scope, userId, { id: pinId, ...pin }) {
      await db
        .update(pins)
        .set(pin)
        .where(and(ownedBy(scope, userId), eq(pins.id, pinId)));
    },

    async remove(scope, userId, pinId) {
      const removed = await db
        .delete(pins)
        .where(and(ownedBy(scope, userId), eq(pins.id, pinId)))
        .returning({ id: pins.id });
      return removed.length > 0;
    },

    async replaceAll(scope, userId, wanted) {
      await db.delete(pins).where(ownedBy(scope, userId));
      const rows = wanted.map((pin) => ({ ...pin, organizationId: scope.organizationId, userId }));
      if (rows.length > 0) await db.insert(pins).values(rows);
    },
  };
}

const pinOf = ({ id: pinId, title, url, order, target }: typeof pins.$inferSelect): Pin => ({
  id: id<BookmarkId>(pinId),
  title,
  url: url as SameOriginPath,
  order,
  target,
});
