import { type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import { and, eq, inArray, ne, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { ingestKeys } from '../access/access.schema.ts';
import { deviceSenders } from '../devices/devices.schema.ts';
import { exportJobs } from '../exports/exports.schema.ts';
import type { Database } from '../platform/relational/index.ts';
import { organizations } from '../platform/tenancy/organizations.schema.ts';
import { salesImportSites, salesImports } from '../sales/sales.schema.ts';
import { devices, installations, zones } from '../sites/sites.schema.ts';
import type { SiteRef } from './site-ref.ts';

/** A site found by its key, in service or removed. */
export interface FoundSite {
  readonly id: InstallationId;
  readonly name: string;
  readonly isRemoved: boolean;
}

/** Reads and deletes sites in the relational store. */
export function removedSitesStore(db: Database) {
  const isOf = ({ organization, installation }: SiteRef) =>
    and(eq(installations.organizationId, organization), eq(installations.id, installation));

  const isExportOf = ({ organization, installation }: SiteRef) =>
    and(eq(exportJobs.organizationId, organization), eq(exportJobs.installationId, installation));
  const others = alias(salesImportSites, 'others');
  /** Sales imports about this site only. */
  const isImportOf = ({ organization, installation }: SiteRef) =>
    and(
      eq(salesImports.organizationId, organization),
      inArray(
        salesImports.id,
        db
          .select({ id: salesImportSites.importId })
          .from(salesImportSites)
          .where(eq(salesImportSites.installationId, installation)),
      ),
      notExists(
        db
          .select({ id: others.importId })
          .from(others)
          .where(and(eq(others.importId, salesImports.id), ne(others.installationId, installation))),
      ),
    );

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

    /** Returns the keys of the site's files that are referenced by rows. */
    async fileKeys(site: SiteRef): Promise<readonly string[]> {
      const imported = await db.select({ key: salesImports.fileKey }).from(salesImports).where(isImportOf(site));
      const exported = await db.select({ key: exportJobs.fileKey }).from(exportJobs).where(isExportOf(site));
      return [...imported, ...exported].flatMap(({ key }) => (key === null ? [] : [key]));
    },

    async zoneIds({ organization, installation }: SiteRef): Promise<readonly number[]> {
      const rows = await db
        .select({ id: zones.id })
        .from(zones)
        .where(and(eq(zones.organizationId, organization), eq(zones.installationId, installation)));
      return rows.map((row) => row.id);
    },

    /** Deletes the site's row with all dependent rows, its keys, exports and imports. Site files wait meanwhile. */
    async remove(site: SiteRef): Promise<void> {
      const { organization, installation } = site;
      await db.transaction(async (transaction) => {
        await transaction
          .select({ id: organizations.id })
          .from(organizations)
          .where(eq(organizations.id, organization))
          .for('update');
        const [row] = await transaction.select({ id: installations.id }).from(installations).where(isOf(site));
        if (row === undefined) return;
        await transaction
          .delete(ingestKeys)
          .where(and(eq(ingestKeys.organizationId, organization), eq(ingestKeys.installationId, installation)));
        await transaction.delete(exportJobs).where(isExportOf(site));
        await transaction.delete(salesImports).where(isImportOf(site));
        await releaseSenders(transaction, site);
        await transaction.delete(installations).where(isOf(site));
      });
    },
  };
}

/** Deletes devices that sent with a key of the site. Others that were installed there wait for placement again. */
async function releaseSenders(db: Database, { organization, installation }: SiteRef): Promise<void> {
  const hung = db.select({ serial: devices.serial }).from(devices).where(eq(devices.installationId, installation));
  await db
    .delete(deviceSenders)
    .where(and(eq(deviceSenders.organizationId, organization), eq(deviceSenders.installationId, installation)));
  await db
    .update(deviceSenders)
    .set({ isPlaced: false, toReplay: false, former: null })
    .where(and(eq(deviceSenders.organizationId, organization), inArray(deviceSenders.serial, hung)));
}
