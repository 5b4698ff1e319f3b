import { type Instant, id, type OrganizationId } from '@atrium/domain/core';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { StoredKiosk } from './kiosk.ts';
import { kiosks } from './kiosks.schema.ts';

export type KioskFields = Pick<StoredKiosk, 'name' | 'language' | 'seconds' | 'pages'>;

/** Whether the scope sees all sites of a kiosk. Others would learn numbers of sites they do not see. */
const isSeen =
  ({ installationIds }: Scope) =>
  ({ pages }: StoredKiosk): boolean =>
    installationIds === null || pages.every(({ installationId }) => installationIds.includes(installationId));

/** Unattended screens of the scope's organization whose sites the scope sees. */
export function kiosksStore(db: Database) {
  const own = ({ organizationId }: Scope, kioskId: number) =>
    and(eq(kiosks.organizationId, organizationId), eq(kiosks.id, kioskId));

  return {
    /** Returns all, in the order they were made. */
    async all(scope: Scope): Promise<readonly StoredKiosk[]> {
      const rows = await db
        .select()
        .from(kiosks)
        .where(eq(kiosks.organizationId, scope.organizationId))
        .orderBy(asc(kiosks.id));
      return rows.map(kioskOf).filter(isSeen(scope));
    },

    async count({ organizationId }: Scope): Promise<number> {
      return db.$count(kiosks, eq(kiosks.organizationId, organizationId));
    },

    /** Returns one and locks its row until the transaction ends. Null: none that the scope sees. */
    async hold(scope: Scope, kioskId: number): Promise<StoredKiosk | null> {
      const [row] = await db.select().from(kiosks).where(own(scope, kioskId)).for('update');
      const found = row === undefined ? null : kioskOf(row);
      return found !== null && isSeen(scope)(found) ? found : null;
    },

    /** Returns the kiosk of a link, of any organization. The generation must match. */
    async ofLink(kioskId: number, generation: number): Promise<StoredKiosk | null> {
      const [row] = await db
        .select()
        .from(kiosks)
        .where(and(eq(kiosks.id, kioskId), eq(kiosks.generation, generation)));
      return row === undefined ? null : kioskOf(row);
    },

    /** Records that a screen read it, at most once a minute, so that hundreds of screens cost few writes. */
    async markSeen(kioskId: number, at: Instant): Promise<void> {
      const isOld = or(isNull(kiosks.lastSeenAt), lt(kiosks.lastSeenAt, new Date(at - 60_000)));
      await db
        .update(kiosks)
        .set({ lastSeenAt: new Date(at) })
        .where(and(eq(kiosks.id, kioskId), isOld));
    },

    async insert({ organizationId }: Scope, fields: KioskFields, at: Instant): Promise<StoredKiosk> {
      const [row] = await db
        .insert(kiosks)
        .values({ ...fields, organizationId, createdAt: new Date(at) })
        .returning();
      if (row === undefined) throw new Error('an inserted kiosk has no row');
      return kioskOf(row);
    },

    async update(scope: Scope, kioskId: number, fields: KioskFields): Promise<void> {
      await db.update(kiosks).set(fields).where(own(scope, kioskId));
    },

    async setGeneration(scope: Scope, kioskId: number, generation: number): Promise<void> {
      await db.update(kiosks).set({ generation, lastSeenAt: null }).where(own(scope, kioskId));
    },

    async remove(scope: Scope, kioskId: number): Promise<void> {
      await db.delete(kiosks).where(own(scope, kioskId));
    },
  };
}

const kioskOf = ({ organizationId, createdAt, lastSeenAt, ...row }: typeof kiosks.$inferSelect): StoredKiosk => ({
  ...row,
  organizationId: id<OrganizationId>(organizationId),
  language: row.language as ProfileLanguage,
  createdAt: createdAt.getTime(),
  lastSeenAt: lastSeenAt?.getTime() ?? null,
});
