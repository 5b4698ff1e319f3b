import { type Instant, id, type UserId } from '@atrium/domain/core';
import { type AuditAction, siteActions } from '@atrium/domain/people/audit';
import { and, count, desc, eq, gte, inArray, isNull, lt, notInArray, or, type SQL } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { auditEntries } from './audit.schema.ts';

export interface AuditEntry extends Omit<typeof auditEntries.$inferSelect, 'at' | 'actorUserId' | 'viewAsUserId'> {
  readonly at: Instant;
  readonly actorUserId: UserId | null;
  readonly viewAsUserId: UserId | null;
}

/** Filter of entries. Omitted fields do not filter. */
export interface AuditFilter {
  readonly actions?: readonly AuditAction[];
  /** Actions of this user, as themselves or while viewing as another. */
  readonly actorUserId?: UserId;
  readonly from?: Instant;
  /** Exclusive. */
  readonly to?: Instant;
}

export function auditStore(db: Database) {
  return {
    async append(entry: typeof auditEntries.$inferInsert): Promise<void> {
      await db.insert(auditEntries).values(entry);
    },

    /** Returns entries newest first, older than `beforeId`: one more than `limit` if there are more. */
    async page(
      scope: Scope,
      filter: AuditFilter,
      limit: number,
      beforeId: number | null,
    ): Promise<readonly AuditEntry[]> {
      const rows = await db
        .select()
        .from(auditEntries)
        .where(and(buildFilter(scope, filter), beforeId === null ? undefined : lt(auditEntries.id, beforeId)))
        .orderBy(desc(auditEntries.id))
        .limit(limit + 1);
      return rows.map(entryOf);
    },

    async count(scope: Scope, filter: AuditFilter): Promise<number> {
      const [row] = await db.select({ count: count() }).from(auditEntries).where(buildFilter(scope, filter));
      return row?.count ?? 0;
    },
  };
}

export type AuditStore = ReturnType<typeof auditStore>;

/**
 * Restricts to the scope's organization and the sites it sees. Entries about all sites need access to all, because they
 * reveal the others.
 */
function buildFilter(scope: Scope, { actions, actorUserId, from, to }: AuditFilter): SQL | undefined {
  const { installationIds } = scope;
  return and(
    eq(auditEntries.organizationId, scope.organizationId),
    installationIds === null
      ? undefined
      : or(
          and(isNull(auditEntries.installationId), notInArray(auditEntries.action, [...siteActions])),
          inArray(auditEntries.installationId, [...installationIds]),
        ),
    actions === undefined ? undefined : inArray(auditEntries.action, [...actions]),
    actorUserId === undefined ? undefined : eq(auditEntries.actorUserId, actorUserId),
    from === undefined ? undefined : gte(auditEntries.at, new Date(from)),
    to === undefined ? undefined : lt(auditEntries.at, new Date(to)),
  );
}

const entryOf = ({ at, actorUserId, viewAsUserId, ...row }: typeof auditEntries.$inferSelect): AuditEntry => ({
  ...row,
  at: at.getTime(),
  actorUserId: actorUserId === null ? null : id<UserId>(actorUserId),
  viewAsUserId: viewAsUserId === null ? null : id<UserId>(viewAsUserId),
});
