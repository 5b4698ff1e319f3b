import type { OrganizationId } from '@atrium/domain/core';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../platform/relational/relational-store.ts';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { installations, installationTags, tagCategories, tags } from './sites.schema.ts';

export interface StoredTag {
  readonly id: number;
  readonly name: string;
}

/** Reads and writes the categories of tags of one organization, within the caller's transaction. */
export function tagsStore(db: Database, organizationId: OrganizationId) {
  const isOwnCategory = eq(tagCategories.organizationId, organizationId);
  const isOwnTag = eq(tags.organizationId, organizationId);
  return {
    /** Locks the organization until the transaction ends, so that site files and changes of people's sites wait. */
    async lockOrganization(): Promise<void> {
      await db
        .select({ id: organizations.id })
        .from(organizations)
        .where(eq(organizations.id, organizationId))
        .for('update');
    },

    async findCategories(): Promise<readonly StoredTag[]> {
      return db.select({ id: tagCategories.id, name: tagCategories.name }).from(tagCategories).where(isOwnCategory);
    },

    async findTags(categoryId: number): Promise<readonly StoredTag[]> {
      return db
        .select({ id: tags.id, name: tags.name })
        .from(tags)
        .where(and(isOwnTag, eq(tags.categoryId, categoryId)));
    },

    async insertCategory(name: string): Promise<number> {
      const [row] = await db.insert(tagCategories).values({ organizationId, name }).returning({ id: tagCategories.id });
      if (row === undefined) throw new Error('a category of tags was not created');
      return row.id;
    },

    async renameCategory(categoryId: number, name: string): Promise<void> {
      await db
        .update(tagCategories)
        .set({ name })
        .where(and(isOwnCategory, eq(tagCategories.id, categoryId)));
    },

    /** Deletes a category with its tags. */
    async removeCategory(categoryId: number): Promise<void> {
      await db.delete(tagCategories).where(and(isOwnCategory, eq(tagCategories.id, categoryId)));
    },

    async removeTags(ids: readonly number[]): Promise<void> {
      if (ids.length > 0) await db.delete(tags).where(and(isOwnTag, inArray(tags.id, [...ids])));
    },

    async insertTag(categoryId: number, name: string): Promise<number> {
      const [row] = await db.insert(tags).values({ organizationId, categoryId, name }).returning({ id: tags.id });
      if (row === undefined) throw new Error('a tag was not created');
      return row.id;
    },

    async updateTag(id: number, change: { readonly name?: string; readonly parentId?: number | null }): Promise<void> {
      await db
        .update(tags)
        .set(change)
        .where(and(isOwnTag, eq(tags.id, id)));
    },

    /** Replaces which sites have the tags of a category. */
    async replaceSites(categoryId: number, pairs: readonly { installationId: number; tagId: number }[]): Promise<void> {
      const own = db
        .select({ id: tags.id })
        .from(tags)
        .where(and(isOwnTag, eq(tags.categoryId, categoryId)));
      await db.delete(installationTags).where(inArray(installationTags.tagId, own));
      if (pairs.length > 0) await db.insert(installationTags).values([...pairs]);
    },

    /** Increments the versions of all sites, whose topologies name tags. */
    async incrementVersions(): Promise<void> {
      await db
        .update(installations)
        .set({ version: sql`${installations.version} + 1` })
        .where(eq(installations.organizationId, organizationId));
    },
  };
}
