import type { InstallationId, OrganizationId } from '@atrium/domain/core';
import { and, between, eq, max, min, ne, sql } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import { isOfSite } from '../../platform/tenancy/index.ts';
import type { SiteDay } from '../rollups/dirty-days.store.ts';
import { readingMarks } from './reading-marks.schema.ts';

/** Number of readings of a site's day and the greatest version among them. */
export interface DayWatermark extends SiteDay {
  readonly readings: number;
  readonly version: number;
}

export interface SiteKey {
  readonly organization: OrganizationId;
  readonly installation: InstallationId;
}

/** Reads and writes the acknowledged watermarks. Deleted organizations have none. */
export function ackWatermarksStore(db: Database) {
  /** Inserts any number of watermarks in one statement; `onConflict` handles existing ones. */
  const insert = (database: Database, marks: readonly DayWatermark[], onConflict: ReturnType<typeof sql>) => {
    const list = (column: keyof DayWatermark) => sql.param(marks.map((mark) => Number(mark[column])));
    return database.execute(sql`
      insert into reading_marks (organization_id, installation_id, day, readings, version)
      select marked.* from unnest(${list('organization')}::int[], ${list('installation')}::int[], ${list('day')}::int[],
        ${list('readings')}::int[], ${list('version')}::bigint[]) as marked (organization, installation, day, readings, version)
      join organizations on organizations.id = marked.organization
      on conflict (organization_id, installation_id, day) do ${onConflict}`);
  };

  return {
    async hasAny(): Promise<boolean> {
      return (await db.select({ day: readingMarks.day }).from(readingMarks).limit(1)).length > 0;
    },

    async hasAnyOf(organization: OrganizationId, besides: InstallationId | null): Promise<boolean> {
      const wanted = and(
        eq(readingMarks.organizationId, organization),
        besides === null ? undefined : ne(readingMarks.installationId, besides),
      );
      return (await db.select({ day: readingMarks.day }).from(readingMarks).where(wanted).limit(1)).length > 0;
    },

    async latestDay(site: SiteKey): Promise<number | null> {
      const [found] = await db
        .select({ day: max(readingMarks.day) })
        .from(readingMarks)
        .where(isOfSite(readingMarks, site));
      return found?.day ?? null;
    },

    /** Returns the first and last day with a watermark. */
    async days(): Promise<{ readonly first: number; readonly last: number } | null> {
      const [found] = await db.select({ first: min(readingMarks.day), last: max(readingMarks.day) }).from(readingMarks);
      return found?.first == null || found.last === null ? null : { first: found.first, last: found.last };
    },

    /** Both days inclusive. */
    async between(first: number, last: number): Promise<readonly DayWatermark[]> {
      const rows = await db
        .select()
        .from(readingMarks)
        .where(between(readingMarks.day, first, last))
        .orderBy(readingMarks.organizationId, readingMarks.installationId, readingMarks.day);
      return rows.map(({ organizationId, installationId, ...rest }) => ({
        organization: organizationId as OrganizationId,
        installation: installationId as InstallationId,
        ...rest,
      }));
    },

    /** Adds readings to the watermarks. */
    async add(marks: readonly DayWatermark[]): Promise<void> {
      await insert(
        db,
        marks,
        sql`update set readings = reading_marks.readings + excluded.readings,
          version = greatest(reading_marks.version, excluded.version)`,
      );
    },

    /** Replaces all watermarks, atomically. */
    async replaceAll(marks: readonly DayWatermark[]): Promise<void> {
      await db.transaction(async (transaction) => {
        // Years of many sites take longer than the statement timeout.
        await transaction.execute(sql`set local statement_timeout = 0`);
        await transaction.delete(readingMarks);
        if (marks.length > 0) await insert(transaction, marks, sql`nothing`);
      });
    },

    /** Replaces a site's watermarks, atomically. */
    async replaceSite(site: SiteKey, marks: readonly DayWatermark[]): Promise<void> {
      await db.transaction(async (transaction) => {
        await transaction.delete(readingMarks).where(isOfSite(readingMarks, site));
        if (marks.length > 0) await insert(transaction, marks, sql`nothing`);
      });
    },

    async removeOrganization(organization: OrganizationId): Promise<void> {
      await db.delete(readingMarks).where(eq(readingMarks.organizationId, organization));
    },

    /** Lowers the watermarks of these days to the given values. */
    async lower(marks: readonly DayWatermark[]): Promise<void> {
      await insert(db, marks, sql`update set readings = excluded.readings, version = excluded.version`);
    },

    /** Deletes an organization's watermarks before the day. */
    async removeBefore(organization: OrganizationId, day: number): Promise<void> {
      await db
        .delete(readingMarks)
        .where(and(eq(readingMarks.organizationId, organization), sql`${readingMarks.day} < ${day}`));
    },
  };
}
