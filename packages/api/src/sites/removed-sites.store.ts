import { type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '../platform/relational/relational-store.ts';
import { isOfSite, type SiteRef } from '../platform/tenancy/index.ts';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { installations, zones } from './sites.schema.ts';

/** A site found by its key, in service or removed. */
export interface FoundSite {
  readonly id: InstallationId;
  readonly name: string;
  readonly isRemoved: boolean;
}

/** Finds, retires and erases sites, in service or removed. */
export function removedSitesStore(db: Database) {
  const isOf = ({ organization, installation }: SiteRef) =>
    and(eq(installations.organizationId, organization), eq(installations.id, installation));

  return {
    async findByKey(organizationId: OrganizationId, key: string): Promise<FoundSite | null> {
      const [row] = await db
        .select()
        .from(installations)
        .where(and(eq(installations.organizationId, organizationId), eq(installations.key, key)));
      if (row === undefined) return null;
      return { id: id<InstallationId>(row.id), name: row.name, isRemoved: row.removedAt !== null };
    },

    /** Takes the site out of service. Keeps an earlier removal time. */
    async retire(site: SiteRef, now: Date): Promise<void> {
      await db
        .update(installations)
        .set({
          removedAt: sql`coalesce(${installations.removedAt}, ${now.toISOString()})`,
          version: sql`${installations.version} + 1`,
        })
        .where(isOf(site));
    },

    async zoneIds(site: SiteRef): Promise<readonly number[]> {
      const rows = await db.select({ id: zones.id }).from(zones).where(isOfSite(zones, site));
      return rows.map((row) => row.id);
    },

    /** Locks the organization until the transaction ends, so that site files wait. Returns whether the site exists. */
    async lock(site: SiteRef): Promise<boolean> {
      await db
        .select({ id: organizations.id })
        .from(organizations)
        .where(eq(organizations.id, site.organization))
        .for('update');
      const [row] = await db.select({ id: installations.id }).from(installations).where(isOf(site));
      return row !== undefined;
    },

    /** Deletes the site's row with all rows that refer to it. */
    async remove(site: SiteRef): Promise<void> {
      await db.delete(installations).where(isOf(site));
    },
  };
}
