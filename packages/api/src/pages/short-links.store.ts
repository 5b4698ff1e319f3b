import type { Instant, OrganizationId } from '@atrium/domain/core';
import { and, count, desc, eq, gt, isNull, lt, lte } from 'drizzle-orm';
import { type ExpiringRows, expireRows } from '../platform/relational/expiring-rows.ts';
import type { Database } from '../platform/relational/relational-store.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { shortLinks } from './dashboards.schema.ts';

export interface ShortLink {
  readonly code: string;
  readonly path: string;
  /** Includes the `?`. Empty without a query. */
  readonly query: string;
  readonly tokenParameter: string | null;
  readonly organizationId: OrganizationId;
  readonly expiresAt: Instant;
}

export type NewShortLink = Omit<ShortLink, 'organizationId'> & { readonly createdAt: Instant };

export function shortLinksStore(db: Database) {
  const madeBy = (scope: Scope) =>
    and(
      eq(shortLinks.organizationId, scope.organizationId),
      scope.userId === null ? isNull(shortLinks.createdBy) : eq(shortLinks.createdBy, scope.userId),
    );

  return {
    async insert(scope: Scope, link: NewShortLink): Promise<void> {
      await db.insert(shortLinks).values({
        ...link,
        organizationId: scope.organizationId,
        createdBy: scope.userId,
        createdAt: new Date(link.createdAt),
        expiresAt: new Date(link.expiresAt),
      });
    },

    /** Finds a link of the same person to the same target that is valid beyond `until`. */
    async findSame(scope: Scope, path: string, query: string, until: Instant): Promise<ShortLink | null> {
      const [row] = await db
        .select()
        .from(shortLinks)
        .where(
          and(
            madeBy(scope),
            eq(shortLinks.path, path),
            eq(shortLinks.query, query),
            isNull(shortLinks.tokenParameter),
            gt(shortLinks.expiresAt, new Date(until)),
          ),
        )
        .orderBy(desc(shortLinks.expiresAt))
        .limit(1);
      return row ? linkOf(row) : null;
    },

    async countOwn(scope: Scope): Promise<number> {
      const [row] = await db.select({ count: count() }).from(shortLinks).where(madeBy(scope));
      return row?.count ?? 0;
    },

    async removeExpired(scope: Scope, now: Instant): Promise<void> {
      await db
        .delete(shortLinks)
        .where(and(eq(shortLinks.organizationId, scope.organizationId), lte(shortLinks.expiresAt, new Date(now))));
    },

    /** Finds a link without a scope: anyone with the code may follow it, and the target page checks access. */
    async findByCode(code: string, now: Instant): Promise<ShortLink | null> {
      const [row] = await db
        .select()
        .from(shortLinks)
        .where(and(eq(shortLinks.code, code), gt(shortLinks.expiresAt, new Date(now))));
      return row ? linkOf(row) : null;
    },
  };
}

/** Links that lead nowhere any more. */
export const expiringShortLinks = (db: Database): ExpiringRows =>
  expireRows(db, shortLinks, (before) => lt(shortLinks.expiresAt, before));

export type ShortLinksStore = ReturnType<typeof shortLinksStore>;

const linkOf = (row: typeof shortLinks.$inferSelect): ShortLink => ({
  code: row.code,
  path: row.path,
  query: row.query,
  tokenParameter: row.tokenParameter,
  organizationId: row.organizationId as OrganizationId,
  expiresAt: row.expiresAt.getTime(),
});
