import type { Instant, UserId } from '@atrium/domain/core';
import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { users } from '../people/access/access.schema.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { mutedLines } from './dashboards.schema.ts';

/** A line of the brief that is hidden until a time. */
export interface MutedLine {
  readonly key: string;
  readonly until: Instant;
}

/** The muted lines of one person. */
export interface MutedLinesStore {
  /** Lines that are still muted, by key. */
  all(scope: Scope, userId: UserId, now: Instant): Promise<readonly MutedLine[]>;
  /** Locks the person's row and deletes lines whose time is over, so that concurrent calls keep the limit. */
  prepare(scope: Scope, userId: UserId, now: Instant): Promise<void>;
  /** Mutes a line, or changes until when. */
  save(scope: Scope, userId: UserId, line: MutedLine): Promise<void>;
  /** Returns false if the line was not muted. */
  remove(scope: Scope, userId: UserId, key: string): Promise<boolean>;
}

export function mutedLinesStore(db: Database): MutedLinesStore {
  const ownedBy = (scope: Scope, userId: UserId) =>
    and(eq(mutedLines.organizationId, scope.organizationId), eq(mutedLines.userId, userId));

  return {
    async all(scope, userId, now) {
      const rows = await db
        .select()
        .from(mutedLines)
        .where(and(ownedBy(scope, userId), gt(mutedLines.until, new Date(now))))
        .orderBy(asc(mutedLines.key));
      return rows.map(({ key, until }) => ({ key, until: until.getTime() }));
    },

    async prepare(scope, userId, now) {
      await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.organizationId, scope.organizationId), eq(users.id, userId)))
        .for('update');
      await db.delete(mutedLines).where(and(ownedBy(scope, userId), lte(mutedLines.until, new Date(now))));
    },

    async save(scope, userId, { key, until }) {
      await db
        .insert(mutedLines)
        .values({ organizationId: scope.organizationId, userId, key, until: new Date(until) })
        .onConflictDoUpdate({
          target: [mutedLines.userId, mutedLines.key],
          set: { until: new Date(until) },
        });
    },

    async remove(scope, userId, key) {
      const removed = await db
        .delete(mutedLines)
        .where(and(ownedBy(scope, userId), eq(mutedLines.key, key)))
        .returning({ id: mutedLines.id });
      return removed.length > 0;
    },
  };
}
