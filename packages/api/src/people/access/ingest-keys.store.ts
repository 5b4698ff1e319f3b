import { type InstallationId, type Instant, id, type OrganizationId } from '@atrium/domain/core';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import { isOfSite, type Scope, type SiteRef } from '../../platform/tenancy/index.ts';
import { ingestKeys, type KeyPurpose } from './access.schema.ts';

export interface IngestKey {
  readonly id: number;
  readonly name: string;
  readonly publicId: string;
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId | null;
  readonly purpose: KeyPurpose;
  readonly secretHash: string;
  readonly createdAt: Instant;
}

/** Users limited to some sites do not see keys of the whole organization, because these reach further. */
const visibleTo = ({ organizationId, installationIds }: Scope) =>
  and(
    eq(ingestKeys.organizationId, organizationId),
    installationIds === null ? undefined : inArray(ingestKeys.installationId, [...installationIds]),
  );

export function ingestKeysStore(db: Database) {
  return {
    async insert(scope: Scope, key: Omit<IngestKey, 'id' | 'organizationId'>): Promise<IngestKey> {
      const [row] = await db
        .insert(ingestKeys)
        .values({ ...key, createdAt: new Date(key.createdAt), organizationId: scope.organizationId })
        .returning();
      if (!row) throw new Error('an ingest key was not created');
      return keyOf(row);
    },

    async all(scope: Scope): Promise<readonly IngestKey[]> {
      const rows = await db
        .select()
        .from(ingestKeys)
        .where(and(visibleTo(scope), isNull(ingestKeys.revokedAt)))
        .orderBy(asc(ingestKeys.id));
      return rows.map(keyOf);
    },

    /** Revokes a key and returns it. Null: the scope sees no such active key. */
    async revoke(scope: Scope, publicId: string, at: Instant): Promise<IngestKey | null> {
      const [revoked] = await db
        .update(ingestKeys)
        .set({ revokedAt: new Date(at) })
        .where(and(visibleTo(scope), eq(ingestKeys.publicId, publicId), isNull(ingestKeys.revokedAt)))
        .returning();
      return revoked ? keyOf(revoked) : null;
    },

    /** Takes no scope, because a gateway gets its scope from here. */
    async findInForce(publicId: string): Promise<IngestKey | null> {
      const [row] = await db
        .select()
        .from(ingestKeys)
        .where(and(eq(ingestKeys.publicId, publicId), isNull(ingestKeys.revokedAt)));
      return row ? keyOf(row) : null;
    },
  };
}

/** Deletes the keys of an erased site, revoked ones too. */
export async function removeSiteKeys(db: Database, site: SiteRef): Promise<void> {
  await db.delete(ingestKeys).where(isOfSite(ingestKeys, site));
}

const keyOf = ({
  revokedAt: _revoked,
  createdAt,
  organizationId,
  installationId,
  ...row
}: typeof ingestKeys.$inferSelect): IngestKey => ({
  ...row,
  organizationId: id<OrganizationId>(organizationId),
  installationId: installationId === null ? null : id<InstallationId>(installationId),
  createdAt: createdAt.getTime(),
});
