import { type DashboardId, type Instant, id, type UserId } from '@atrium/domain/core';
import type { DashboardContent } from '@atrium/domain/pages/content';
import { and, asc, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import { profiles } from '../../people/access/access.schema.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { dashboardDrafts, dashboardVersions } from '../dashboards.schema.ts';

export interface StoredDraft {
  readonly id: number;
  readonly dashboardId: DashboardId | null;
  /** The owner of a private draft. Null: the organization's. */
  readonly userId: UserId | null;
  readonly content: DashboardContent;
  readonly version: number;
  readonly isTouched: boolean;
  readonly changedAt: Instant;
  readonly changedBy: UserId | null;
}

export interface StoredVersion {
  readonly version: number;
  readonly publishedAt: Instant;
  readonly publishedBy: UserId | null;
}

/** Number of published versions that are stored. */
const maxVersions = 20;

/**
 * Reads and writes drafts and published versions in the scope's organization. Other people's private drafts are not
 * found.
 */
export function draftsStore(db: Database) {
  const visible = ({ organizationId, userId }: Scope) =>
    and(
      eq(dashboardDrafts.organizationId, organizationId),
      userId === null ? undefined : or(isNull(dashboardDrafts.userId), eq(dashboardDrafts.userId, userId)),
    );
  const versionsOf = ({ organizationId }: Scope, dashboardId: DashboardId) =>
    and(eq(dashboardVersions.organizationId, organizationId), eq(dashboardVersions.dashboardId, dashboardId));

  return {
    async all(scope: Scope): Promise<readonly StoredDraft[]> {
      const rows = await db.select().from(dashboardDrafts).where(visible(scope)).orderBy(asc(dashboardDrafts.id));
      return rows.map(draftOf);
    },

    async find(scope: Scope, draftId: number): Promise<StoredDraft | null> {
      const [row] = await db
        .select()
        .from(dashboardDrafts)
        .where(and(visible(scope), eq(dashboardDrafts.id, draftId)));
      return row ? draftOf(row) : null;
    },

    /** Returns the draft and locks its row until the transaction ends. */
    async hold(scope: Scope, draftId: number): Promise<StoredDraft | null> {
      const [row] = await db
        .select()
        .from(dashboardDrafts)
        .where(and(visible(scope), eq(dashboardDrafts.id, draftId)))
        .for('update');
      return row ? draftOf(row) : null;
    },

    async ofDashboard(scope: Scope, dashboardId: DashboardId): Promise<StoredDraft | null> {
      const [row] = await db
        .select()
        .from(dashboardDrafts)
        .where(and(visible(scope), eq(dashboardDrafts.dashboardId, dashboardId)));
      return row ? draftOf(row) : null;
    },

    /** Returns null if another request has just created a draft of the same dashboard. */
    async insert({ organizationId }: Scope, draft: Omit<StoredDraft, 'id'>): Promise<StoredDraft | null> {
      const [row] = await db
        .insert(dashboardDrafts)
        .values({ organizationId, ...draft, changedAt: new Date(draft.changedAt) })
        .onConflictDoNothing()
        .returning();
      return row ? draftOf(row) : null;
    },

    async update(scope: Scope, { id: draftId, ...draft }: StoredDraft): Promise<void> {
      await db
        .update(dashboardDrafts)
        .set({ ...draft, changedAt: new Date(draft.changedAt) })
        .where(and(visible(scope), eq(dashboardDrafts.id, draftId)));
    },

    async remove(scope: Scope, draftId: number): Promise<void> {
      await db.delete(dashboardDrafts).where(and(visible(scope), eq(dashboardDrafts.id, draftId)));
    },

    /** Lists versions without their content, newest first. */
    async versions(scope: Scope, dashboardId: DashboardId): Promise<readonly StoredVersion[]> {
      const { version, publishedAt, publishedBy } = dashboardVersions;
      const rows = await db
        .select({ version, publishedAt, publishedBy })
        .from(dashboardVersions)
        .where(versionsOf(scope, dashboardId))
        .orderBy(desc(version))
        .limit(maxVersions);
      return rows.map((row) => ({
        version: row.version,
        publishedAt: row.publishedAt.getTime(),
        publishedBy: row.publishedBy === null ? null : id<UserId>(row.publishedBy),
      }));
    },

    async versionContent(scope: Scope, dashboardId: DashboardId, version: number): Promise<DashboardContent | null> {
      const [row] = await db
        .select({ content: dashboardVersions.content })
        .from(dashboardVersions)
        .where(and(versionsOf(scope, dashboardId), eq(dashboardVersions.version, version)));
      return row?.content ?? null;
    },

    /** Stores a published version and deletes the oldest ones. */
    async keepVersion(
      scope: Scope,
      dashboardId: DashboardId,
      { publishedAt, ...kept }: StoredVersion & { readonly content: DashboardContent },
    ): Promise<void> {
      const { organizationId } = scope;
      await db
        .insert(dashboardVersions)
        .values({ organizationId, dashboardId, ...kept, publishedAt: new Date(publishedAt) });
      const old = await db
        .select({ id: dashboardVersions.id })
        .from(dashboardVersions)
        .where(versionsOf(scope, dashboardId))
        .orderBy(desc(dashboardVersions.version))
        .offset(maxVersions);
      const ids = old.map((row) => row.id);
      if (ids.length > 0) await db.delete(dashboardVersions).where(inArray(dashboardVersions.id, ids));
    },

    /** Returns the ids that are roles of the organization. */
    async rolesAmong({ organizationId }: Scope, roleIds: readonly number[]): Promise<ReadonlySet<number>> {
      if (roleIds.length === 0) return new Set();
      const rows = await db
        .select({ id: profiles.id })
        .from(profiles)
        .where(and(eq(profiles.organizationId, organizationId), inArray(profiles.id, [...roleIds])));
      return new Set(rows.map((row) => row.id));
    },
  };
}

export type DraftsStore = ReturnType<typeof draftsStore>;

function draftOf(row: typeof dashboardDrafts.$inferSelect): StoredDraft {
  return {
    id: row.id,
    dashboardId: row.dashboardId === null ? null : id<DashboardId>(row.dashboardId),
    userId: row.userId === null ? null : id<UserId>(row.userId),
    content: row.content,
    version: row.version,
    isTouched: row.isTouched,
    changedAt: row.changedAt.getTime(),
    changedBy: row.changedBy === null ? null : id<UserId>(row.changedBy),
  };
}
