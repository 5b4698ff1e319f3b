import { type DeviceId, type InstallationId, type Instant, id, type Span, type UserId } from '@atrium/domain/core';
import type { ReadingChange } from '@atrium/domain/numbers/readings';
import { and, asc, desc, eq, gt, lt } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { installations } from '../../sites/sites.schema.ts';
import { readingCorrections } from './reading-corrections.schema.ts';

/** Correction of a device's readings at a site. */
export interface ReadingCorrection extends Omit<ReadingChange, 'device'> {
  readonly installationId: InstallationId;
  readonly deviceId: DeviceId;
  readonly reason: string;
}

export interface StoredReadingCorrection extends ReadingCorrection {
  readonly id: number;
  /** Null: a former member. */
  readonly userId: UserId | null;
  readonly createdAt: Instant;
}

/** What reads of readings apply. */
export interface SiteChange extends ReadingChange {
  readonly installation: number;
}

export function readingCorrectionsStore(db: Database) {
  const { organizationId: ofOrganization, installationId: atSite } = readingCorrections;
  return {
    /** Returns all corrections of an organization, in the order of their ids. */
    async changesOf(organizationId: number): Promise<readonly SiteChange[]> {
      const rows = await db
        .select()
        .from(readingCorrections)
        .where(eq(ofOrganization, organizationId))
        .orderBy(asc(readingCorrections.id));
      return rows.map(toCorrection).map(toSiteChange);
    },

    /** Returns the corrections of a site that touch the span, latest period first. */
    async ofSite({ organizationId }: Scope, installationId: InstallationId, { from, to }: Span) {
      const rows = await db
        .select()
        .from(readingCorrections)
        .where(
          and(
            eq(ofOrganization, organizationId),
            eq(atSite, installationId),
            lt(readingCorrections.begins, toDate(to)),
            gt(readingCorrections.ends, toDate(from)),
          ),
        )
        .orderBy(desc(readingCorrections.begins), desc(readingCorrections.id));
      return rows.map(toCorrection);
    },

    /** Returns up to `most` corrections of a site, latest period first. */
    async latest({ organizationId }: Scope, installationId: InstallationId, most: number) {
      const rows = await db
        .select()
        .from(readingCorrections)
        .where(and(eq(ofOrganization, organizationId), eq(atSite, installationId)))
        .orderBy(desc(readingCorrections.begins), desc(readingCorrections.id))
        .limit(most);
      return rows.map(toCorrection);
    },

    /** Returns null if it does not exist or belongs to another organization. */
    async find({ organizationId }: Scope, correctionId: number): Promise<StoredReadingCorrection | null> {
      const [row] = await db
        .select()
        .from(readingCorrections)
        .where(and(eq(ofOrganization, organizationId), eq(readingCorrections.id, correctionId)));
      return row === undefined ? null : toCorrection(row);
    },

    /** Locks the site until the transaction ends, so that its corrections can be counted before one is added. */
    async lockSite({ organizationId }: Scope, installationId: InstallationId): Promise<void> {
      await db
        .select({ id: installations.id })
        .from(installations)
        .where(and(eq(installations.organizationId, organizationId), eq(installations.id, installationId)))
        .for('update');
    },

    async insert({ organizationId, userId }: Scope, correction: ReadingCorrection, createdAt: Instant) {
      const { from, to, metrics, ...rest } = correction;
      const [row] = await db
        .insert(readingCorrections)
        .values({
          ...rest,
          metrics: metrics === null ? null : [...metrics],
          organizationId,
          userId,
          begins: new Date(from),
          ends: new Date(to),
          createdAt: new Date(createdAt),
        })
        .returning();
      if (row === undefined) throw new Error('an inserted correction has no row');
      return toCorrection(row);
    },

    /** Returns whether it was there. */
    async remove({ organizationId }: Scope, correctionId: number): Promise<boolean> {
      const removed = await db
        .delete(readingCorrections)
        .where(and(eq(ofOrganization, organizationId), eq(readingCorrections.id, correctionId)))
        .returning({ id: readingCorrections.id });
      return removed.length > 0;
    },
  };
}

/** The database has no dates as late or as early as an instant can be. */
const toDate = (instant: Instant) => new Date(Math.min(Math.max(instant, 0), Date.UTC(9999, 0)));

/** Returns a correction as reads of readings apply it. */
export function toSiteChange(correction: Omit<ReadingCorrection, 'reason'>): SiteChange {
  const { installationId, deviceId, kind, metrics, amount, lastLevel, descriptors, from, to } = correction;
  return { installation: installationId, device: deviceId, kind, metrics, amount, lastLevel, descriptors, from, to };
}

function toCorrection(row: typeof readingCorrections.$inferSelect): StoredReadingCorrection {
  return {
    id: row.id,
    installationId: id<InstallationId>(row.installationId),
    deviceId: id<DeviceId>(row.deviceId),
    kind: row.kind,
    metrics: row.metrics,
    amount: row.amount,
    lastLevel: row.lastLevel,
    descriptors: row.descriptors,
    from: row.begins.getTime(),
    to: row.ends.getTime(),
    reason: row.reason,
    userId: row.userId === null ? null : id<UserId>(row.userId),
    createdAt: row.createdAt.getTime(),
  };
}
