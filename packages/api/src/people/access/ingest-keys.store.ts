import { type InstallationId, type Instant, id, type OrganizationId, type UserId } from '@atrium/domain/core';
import type { TokenScope } from '@atrium/domain/people/access';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import { isOfSite, type Scope, type SiteRef } from '../../platform/tenancy/index.ts';
import { ingestKeys, users } from './access.schema.ts';

export interface IngestKey {
  readonly id: number;
  readonly name: string;
  readonly publicId: string;
  readonly organizationId: OrganizationId;
  /** Sites the key is limited to. Null: all of the organization. */
  readonly installationIds: readonly InstallationId[] | null;
  /** Person a personal token acts as. Null: a program of the organization. */
  readonly ownerUserId: UserId | null;
  readonly scopes: readonly TokenScope[];
  readonly secretHash: string;
  readonly previousHash: string | null;
  readonly previousUntil: Instant | null;
  readonly createdAt: Instant;
  readonly lifetimeDays: number | null;
  readonly expiresAt: Instant | null;
  readonly lastUsedAt: Instant | null;
  readonly lastUsedFrom: string | null;
}

export type NewKey = Pick<
  IngestKey,
  | 'name'
  | 'publicId'
  | 'installationIds'
  | 'ownerUserId'
  | 'scopes'
  | 'secretHash'
  | 'createdAt'
  | 'lifetimeDays'
  | 'expiresAt'
>;

/** New secret of a key. The previous one works until `previousUntil`. */
export interface Renewal {
  readonly secretHash: string;
  readonly previousHash: string;
  readonly previousUntil: Instant;
  readonly expiresAt: Instant | null;
}

const isWithin = (sites: readonly number[]) =>
  sql`${ingestKeys.installationIds} <@ ${`{${sites.join(',')}}`}::integer[]`;

const isOwnerWithin = (sites: readonly number[]) =>
  sql`exists (select 1 from ${users} where ${users.id} = ${ingestKeys.ownerUserId} and ${users.installationIds} <@ ${`{${sites.join(',')}}`}::integer[])`;

/** Users limited to some sites do not see keys of other sites or of people who see others: these reach further. */
const visibleTo = ({ organizationId, installationIds }: Scope) =>
  and(
    eq(ingestKeys.organizationId, organizationId),
    installationIds === null
      ? undefined
      : or(
          inArray(ingestKeys.installationId, [...installationIds]),
          isWithin(installationIds),
          isOwnerWithin(installationIds),
        ),
  );

/** Personal tokens of the scope's user. */
const ownedBy = ({ organizationId, userId }: Scope) =>
  and(eq(ingestKeys.organizationId, organizationId), eq(ingestKeys.ownerUserId, userId ?? 0));

/** Whose keys a caller may change: all that an administrator sees, or those of the person alone. */
export type KeyReach = 'visible' | 'own';

const isInForce = (scope: Scope, reach: KeyReach) =>
  and(reach === 'own' ? ownedBy(scope) : visibleTo(scope), isNull(ingestKeys.revokedAt));

const splitSites = (sites: readonly InstallationId[] | null) => ({
  installationId: sites?.length === 1 ? (sites[0] ?? null) : null,
  installationIds: sites === null || sites.length === 1 ? null : [...sites],
});

const dateOf = (at: Instant | null) => (at === null ? null : new Date(at));

export function ingestKeysStore(db: Database) {
  return {
    async insert(scope: Scope, { installationIds: sites, ...key }: NewKey): Promise<IngestKey> {
      const [row] = await db
        .insert(ingestKeys)
        .values({
          ...key,
          scopes: [...key.scopes],
          ...splitSites(sites),
          createdAt: new Date(key.createdAt),
          expiresAt: dateOf(key.expiresAt),
          organizationId: scope.organizationId,
        })
        .returning();
      if (!row) throw new Error('an ingest key was not created');
      return keyOf(row);
    },

    /** Locks an owner of personal tokens until the transaction ends, so that nobody gets more than are allowed. */
    async holdOwner({ organizationId }: Scope, userId: UserId): Promise<void> {
      await db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)))
        .for('update');
    },

    async all(scope: Scope, reach: KeyReach): Promise<readonly IngestKey[]> {
      const rows = await db.select().from(ingestKeys).where(isInForce(scope, reach)).orderBy(asc(ingestKeys.id));
      return rows.map(keyOf);
    },

    /** Revokes a key and returns it. Null: the scope sees no such active key. */
    async revoke(scope: Scope, publicId: string, at: Instant, reach: KeyReach): Promise<IngestKey | null> {
      const [revoked] = await db
        .update(ingestKeys)
        .set({ revokedAt: new Date(at) })
        .where(and(isInForce(scope, reach), eq(ingestKeys.publicId, publicId)))
        .returning();
      return revoked ? keyOf(revoked) : null;
    },

    /** Revokes the personal tokens of a member and returns them. */
    async revokeOf({ organizationId }: Scope, userId: UserId, at: Instant): Promise<readonly IngestKey[]> {
      const isTheirs = and(eq(ingestKeys.organizationId, organizationId), eq(ingestKeys.ownerUserId, userId));
      const rows = await db
        .update(ingestKeys)
        .set({ revokedAt: new Date(at) })
        .where(and(isTheirs, isNull(ingestKeys.revokedAt)))
        .returning();
      return rows.map(keyOf);
    },

    /** Returns an active key that the scope sees, locked until the transaction ends; null if there is none. */
    async lock(scope: Scope, publicId: string, reach: KeyReach): Promise<IngestKey | null> {
      const [row] = await db
        .select()
        .from(ingestKeys)
        .where(and(isInForce(scope, reach), eq(ingestKeys.publicId, publicId)))
        .for('update');
      return row ? keyOf(row) : null;
    },

    async update(
      { id: keyId }: IngestKey,
      { name, installationIds }: Pick<IngestKey, 'name' | 'installationIds'>,
    ): Promise<IngestKey> {
      const [row] = await db
        .update(ingestKeys)
        .set({ name, ...splitSites(installationIds) })
        .where(eq(ingestKeys.id, keyId))
        .returning();
      if (!row) throw new Error('a locked ingest key was not changed');
      return keyOf(row);
    },

    async renew({ id: keyId }: IngestKey, { previousUntil, expiresAt, ...hashes }: Renewal): Promise<void> {
      await db
        .update(ingestKeys)
        .set({ ...hashes, previousUntil: new Date(previousUntil), expiresAt: dateOf(expiresAt) })
        .where(eq(ingestKeys.id, keyId));
    },

    /** Records a use. Returns whether it is the first recorded one. */
    async recordUse({ id: keyId }: Pick<IngestKey, 'id'>, at: Instant, from: string | null): Promise<boolean> {
      const use = { lastUsedAt: new Date(at), lastUsedFrom: from };
      const first = await db
        .update(ingestKeys)
        .set(use)
        .where(and(eq(ingestKeys.id, keyId), isNull(ingestKeys.lastUsedAt)))
        .returning({ id: ingestKeys.id });
      if (first.length > 0) return true;
      await db.update(ingestKeys).set(use).where(eq(ingestKeys.id, keyId));
      return false;
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

/** Deletes the keys of an erased site, revoked ones too. Keys of several sites keep their others. */
export async function removeSiteKeys(db: Database, site: SiteRef): Promise<void> {
  const { organization, installation } = site;
  const ofOrganization = eq(ingestKeys.organizationId, organization);
  await db.delete(ingestKeys).where(isOfSite(ingestKeys, site));
  // An empty list would name no site, and null would name all of them.
  await db.delete(ingestKeys).where(and(ofOrganization, isWithin([installation])));
  await db
    .update(ingestKeys)
    .set({ installationIds: sql`array_remove(${ingestKeys.installationIds}, ${installation}::integer)` })
    .where(and(ofOrganization, sql`${installation}::integer = any(${ingestKeys.installationIds})`));
}

const keyOf = ({
  revokedAt: _revoked,
  organizationId,
  installationId,
  installationIds,
  createdAt,
  expiresAt,
  previousUntil,
  lastUsedAt,
  ownerUserId,
  ...row
}: typeof ingestKeys.$inferSelect): IngestKey => ({
  ...row,
  organizationId: id<OrganizationId>(organizationId),
  ownerUserId: ownerUserId === null ? null : id<UserId>(ownerUserId),
  installationIds:
    (installationId === null ? installationIds : [installationId])?.map((one) => id<InstallationId>(one)) ?? null,
  createdAt: createdAt.getTime(),
  expiresAt: expiresAt?.getTime() ?? null,
  previousUntil: previousUntil?.getTime() ?? null,
  lastUsedAt: lastUsedAt?.getTime() ?? null,
});
