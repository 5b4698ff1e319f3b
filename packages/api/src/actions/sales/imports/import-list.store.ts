import { type Instant, id, type LocalDate, type UserId } from '@atrium/domain/core';
import { and, count, desc, eq, exists, inArray, lt, ne, notExists, notInArray, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope, SiteRef } from '../../../platform/tenancy/index.ts';
import { salesImportSites, salesImports } from '../sales.schema.ts';

export interface SalesImport {
  readonly id: number;
  readonly at: Instant;
  readonly fileName: string;
  readonly fileKey: string;
  readonly userId: UserId | null;
  readonly undoneAt: Instant | null;
  readonly undoneBy: UserId | null;
  readonly sites: readonly SalesImportSite[];
}

/** Content of an import for one site. */
export interface SalesImportSite {
  readonly installationId: number;
  readonly receipts: number;
  readonly added: number;
  readonly corrected: number;
  /** In the currency. */
  readonly turnover: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly firstDay: LocalDate;
  readonly lastDay: LocalDate;
}

export interface ImportCursor {
  readonly at: Instant;
  readonly id: number;
}

export function importListStore(db: Database) {
  /** A file holds receipts of all its shops, so only users who see all of them see the import. */
  const visibleTo = ({ organizationId, installationIds }: Scope): SQL | undefined => {
    const sites = db.select().from(salesImportSites);
    const ofImport = eq(salesImportSites.importId, salesImports.id);
    const own = eq(salesImports.organizationId, organizationId);
    if (installationIds === null) return own;
    if (installationIds.length === 0) return and(own, eq(salesImports.id, -1));
    const seen = [...installationIds];
    return and(
      own,
      exists(sites.where(and(ofImport, inArray(salesImportSites.installationId, seen)))),
      notExists(
        db
          .select()
          .from(salesImportSites)
          .where(and(ofImport, notInArray(salesImportSites.installationId, seen))),
      ),
    );
  };

  const withSites = async (rows: readonly (typeof salesImports.$inferSelect)[]): Promise<readonly SalesImport[]> => {
    if (rows.length === 0) return [];
    const sites = await db
      .select()
      .from(salesImportSites)
      .where(
        inArray(
          salesImportSites.importId,
          rows.map((row) => row.id),
        ),
      );
    return rows.map((row) =>
      importOf(
        row,
        sites.filter(({ importId }) => importId === row.id),
      ),
    );
  };

  return {
    /** Returns imports newest first: one more than `limit` if there are more. */
    async page(scope: Scope, limit: number, after: ImportCursor | null): Promise<readonly SalesImport[]> {
      const at = new Date(after?.at ?? 0);
      const before = or(lt(salesImports.at, at), and(eq(salesImports.at, at), lt(salesImports.id, after?.id ?? 0)));
      const rows = await db
        .select()
        .from(salesImports)
        .where(and(visibleTo(scope), after === null ? undefined : before))
        .orderBy(desc(salesImports.at), desc(salesImports.id))
        .limit(limit + 1);
      return withSites(rows);
    },

    async count(scope: Scope): Promise<number> {
      const [row] = await db.select({ count: count() }).from(salesImports).where(visibleTo(scope));
      return row?.count ?? 0;
    },

    /** Returns an import, or null if the scope does not see it. `held`: locks the row until the transaction ends. */
    async find(scope: Scope, importId: number, held: 'held' | 'free' = 'free'): Promise<SalesImport | null> {
      const query = db
        .select()
        .from(salesImports)
        .where(and(visibleTo(scope), eq(salesImports.id, importId)));
      const rows = await (held === 'held' ? query.for('update') : query);
      return (await withSites(rows))[0] ?? null;
    },
  };
}

/** Returns the keys of the imported files about a site only. */
export async function listSiteImportFiles(db: Database, site: SiteRef): Promise<readonly string[]> {
  const rows = await db.select({ key: salesImports.fileKey }).from(salesImports).where(isAboutSiteOnly(db, site));
  return rows.map(({ key }) => key);
}

/** Deletes the imports about an erased site only. Those that also cover other sites stay. */
export async function removeSiteImports(db: Database, site: SiteRef): Promise<void> {
  await db.delete(salesImports).where(isAboutSiteOnly(db, site));
}

function isAboutSiteOnly(db: Database, { organization, installation }: SiteRef): SQL | undefined {
  const others = alias(salesImportSites, 'others');
  return and(
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
}

const importOf = (
  row: typeof salesImports.$inferSelect,
  sites: readonly (typeof salesImportSites.$inferSelect)[],
): SalesImport => ({
  id: row.id,
  at: row.at.getTime(),
  fileName: row.fileName,
  fileKey: row.fileKey,
  userId: row.userId === null ? null : id<UserId>(row.userId),
  undoneAt: row.undoneAt?.getTime() ?? null,
  undoneBy: row.undoneBy === null ? null : id<UserId>(row.undoneBy),
  sites: sites
    .map(({ organizationId: _organization, importId: _import, turnover, firstDay, lastDay, ...figures }) => ({
      ...figures,
      turnover: Number(turnover),
      firstDay: firstDay as LocalDate,
      lastDay: lastDay as LocalDate,
    }))
    .sort((a, b) => a.installationId - b.installationId),
});
