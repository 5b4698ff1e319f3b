import { type InstallationId, type Instant, id, type OrganizationId } from '@atrium/domain/core';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { organizations } from '../../../platform/tenancy/organizations.schema.ts';
import { installations } from '../../../sites/sites.schema.ts';
import { sampleSites } from './sample.schema.ts';

export interface SampleRecord {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
  readonly state: 'making' | 'there' | 'going';
  readonly historyUntil: Instant;
  readonly reportedUntil: Instant;
}

export function sampleSitesStore(db: Database) {
  return {
    async all(): Promise<readonly SampleRecord[]> {
      return (await db.select().from(sampleSites).orderBy(sampleSites.organizationId)).map(recordOf);
    },

    async find(organizationId: OrganizationId): Promise<SampleRecord | null> {
      const [row] = await db.select().from(sampleSites).where(eq(sampleSites.organizationId, organizationId));
      return row === undefined ? null : recordOf(row);
    },

    /**
     * Returns the row and locks it until the transaction ends. With `fails`, returns null instead of waiting if it is
     * locked.
     */
    async hold(organizationId: OrganizationId, wait: 'fails' | 'waits'): Promise<SampleRecord | null> {
      const query = db.select().from(sampleSites).where(eq(sampleSites.organizationId, organizationId));
      const [row] = await (wait === 'fails' ? query.for('update', { skipLocked: true }) : query.for('update'));
      return row === undefined ? null : recordOf(row);
    },

    async add({ historyUntil, reportedUntil, ...record }: SampleRecord): Promise<void> {
      const [until, reported] = [new Date(historyUntil), new Date(reportedUntil)];
      await db.insert(sampleSites).values({ ...record, historyUntil: until, reportedUntil: reported });
    },

    async change(
      organizationId: OrganizationId,
      { state, historyUntil, reportedUntil }: Partial<SampleRecord>,
    ): Promise<void> {
      const values = {
        ...(state !== undefined && { state }),
        ...(historyUntil !== undefined && { historyUntil: new Date(historyUntil) }),
        ...(reportedUntil !== undefined && { reportedUntil: new Date(reportedUntil) }),
      };
      await db.update(sampleSites).set(values).where(eq(sampleSites.organizationId, organizationId));
    },

    /**
     * Returns the keys of all past and present sites, and whether none is in service. Locks the organization, so that
     * others who add sites wait.
     */
    async holdSites(organizationId: OrganizationId): Promise<{ readonly keys: string[]; readonly isEmpty: boolean }> {
      await db
        .select({ id: organizations.id })
        .from(organizations)
        .where(eq(organizations.id, organizationId))
        .for('update');
      const ofOrganization = eq(installations.organizationId, organizationId);
      const rows = await db.select({ key: installations.key }).from(installations).where(ofOrganization);
      const inService = await db.$count(installations, and(ofOrganization, isNull(installations.removedAt)));
      return { keys: rows.map(({ key }) => key), isEmpty: inService === 0 };
    },
  };
}

const recordOf = (row: typeof sampleSites.$inferSelect): SampleRecord => ({
  organizationId: id<OrganizationId>(row.organizationId),
  installationId: id<InstallationId>(row.installationId),
  state: row.state,
  historyUntil: row.historyUntil.getTime(),
  reportedUntil: row.reportedUntil.getTime(),
});
