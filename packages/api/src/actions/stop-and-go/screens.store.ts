import { type EventId, type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { StoredScreen } from './screen.ts';
import { stopAndGoScreens } from './stop-and-go.schema.ts';

type Fields = Omit<StoredScreen, 'id' | 'organizationId' | 'generation'>;

/** Screens of the scope's organization, at the sites the scope sees. */
export function screensStore(db: Database) {
  const own = ({ organizationId, installationIds }: Scope) =>
    and(
      eq(stopAndGoScreens.organizationId, organizationId),
      installationIds === null ? undefined : inArray(stopAndGoScreens.installationId, [...installationIds]),
    );
  const ofScope = (scope: Scope, screenId: number) => and(own(scope), eq(stopAndGoScreens.id, screenId));

  return {
    /** Returns all screens, sorted by id. */
    async all(scope: Scope): Promise<readonly StoredScreen[]> {
      const rows = await db.select().from(stopAndGoScreens).where(own(scope)).orderBy(asc(stopAndGoScreens.id));
      return rows.map(screenOf);
    },

    async find(scope: Scope, screenId: number): Promise<StoredScreen | null> {
      const [row] = await db.select().from(stopAndGoScreens).where(ofScope(scope, screenId));
      return row === undefined ? null : screenOf(row);
    },

    /** Like `find`, and locks the row until the transaction ends. */
    async hold(scope: Scope, screenId: number): Promise<StoredScreen | null> {
      const [row] = await db.select().from(stopAndGoScreens).where(ofScope(scope, screenId)).for('update');
      return row === undefined ? null : screenOf(row);
    },

    /** Returns the screen of a link, of any organization. The generation must match. */
    async ofLink(screenId: number, generation: number): Promise<StoredScreen | null> {
      const { id: idOf, generation: present } = stopAndGoScreens;
      const [row] = await db
        .select()
        .from(stopAndGoScreens)
        .where(and(eq(idOf, screenId), eq(present, generation)));
      return row === undefined ? null : screenOf(row);
    },

    async insert({ organizationId }: Scope, fields: Fields): Promise<StoredScreen> {
      const [row] = await db
        .insert(stopAndGoScreens)
        .values({ ...fields, organizationId, switchedAt: new Date(fields.switchedAt) })
        .returning();
      if (row === undefined) throw new Error('an inserted screen has no row');
      return screenOf(row);
    },

    async update(scope: Scope, screenId: number, fields: Fields): Promise<void> {
      await db
        .update(stopAndGoScreens)
        .set({ ...fields, switchedAt: new Date(fields.switchedAt) })
        .where(ofScope(scope, screenId));
    },

    async setGeneration(scope: Scope, screenId: number, generation: number): Promise<void> {
      await db.update(stopAndGoScreens).set({ generation }).where(ofScope(scope, screenId));
    },

    async remove(scope: Scope, screenId: number): Promise<void> {
      await db.delete(stopAndGoScreens).where(ofScope(scope, screenId));
    },
  };
}

function screenOf(row: typeof stopAndGoScreens.$inferSelect): StoredScreen {
  return {
    ...row,
    organizationId: id<OrganizationId>(row.organizationId),
    installationId: id<InstallationId>(row.installationId),
    eventId: id<EventId>(row.eventId),
    language: row.language as ProfileLanguage,
    switchedAt: row.switchedAt.getTime(),
  };
}
