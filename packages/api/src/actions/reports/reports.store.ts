import type { Schedule } from '@atrium/domain/actions/schedules';
import {
  type EventId,
  type InstallationId,
  type Instant,
  id,
  type OrganizationId,
  type UserId,
  type ZoneId,
} from '@atrium/domain/core';
import type { ProfileLanguage } from '@atrium/domain/people/access';
import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm';
import { defineSchedule } from '../../platform/jobs/schedule.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { getActor, type Scope } from '../../platform/tenancy/index.ts';
import { reports } from './reports.schema.ts';

type Change = Partial<ReportDraft> & { readonly nextAt: Instant | null };

/** Reports of the scope's organization, about the sites the scope sees. */
export function reportsStore(db: Database) {
  const own = ({ organizationId, installationIds }: Scope) =>
    and(
      eq(reports.organizationId, organizationId),
      installationIds === null ? undefined : inArray(reports.installationId, [...installationIds]),
    );
  const present = (scope: Scope) => and(own(scope), isNull(reports.removedAt));

  return {
    /** Returns all reports, sorted by title. */
    async all(scope: Scope): Promise<readonly StoredReport[]> {
      const rows = await db.select().from(reports).where(present(scope)).orderBy(asc(reports.title), asc(reports.id));
      return rows.map(reportOf);
    },

    count: ({ organizationId }: Scope): Promise<number> =>
      db.$count(reports, and(eq(reports.organizationId, organizationId), isNull(reports.removedAt))),

    async find(scope: Scope, reportId: number): Promise<StoredReport | null> {
      const [row] = await db
        .select()
        .from(reports)
        .where(and(present(scope), eq(reports.id, reportId)));
      return row === undefined ? null : reportOf(row);
    },

    /** Like `find`, and locks the row until the transaction ends. */
    async hold(scope: Scope, reportId: number): Promise<StoredReport | null> {
      const [row] = await db
        .select()
        .from(reports)
        .where(and(present(scope), eq(reports.id, reportId)))
        .for('update');
      return row === undefined ? null : reportOf(row);
    },

    async insert(
      scope: Scope,
      draft: ReportDraft,
      { at, nextAt }: { readonly at: Instant; readonly nextAt: Instant | null },
    ): Promise<StoredReport> {
      const { organizationId } = scope;
      const ownerId = getActor(scope);
      const [row] = await db
        .insert(reports)
        .values({
          ...draft,
          emails: [...draft.emails],
          organizationId,
          createdAt: new Date(at),
          ownerId,
          isOwned: ownerId !== null,
          nextAt: nextAt === null ? null : new Date(nextAt),
        })
        .returning();
      if (row === undefined) throw new Error('an inserted report has no row');
      return reportOf(row);
    },

    /** Updates a report. The actor becomes its owner. */
    async update(scope: Scope, reportId: number, { nextAt, emails, ...fields }: Change): Promise<StoredReport> {
      const ownerId = getActor(scope);
      const [row] = await db
        .update(reports)
        .set({
          ...fields,
          ...(emails && { emails: [...emails] }),
          nextAt: nextAt === null ? null : new Date(nextAt),
          ownerId,
          isOwned: ownerId !== null,
        })
        .where(eq(reports.id, reportId))
        .returning();
      if (row === undefined) throw new Error('a report that is held has no row');
      return reportOf(row);
    },

    async remove(reportId: number, at: Instant): Promise<void> {
      await db
        .update(reports)
        .set({ removedAt: new Date(at) })
        .where(eq(reports.id, reportId));
    },

    /** Restores a report that was removed after that moment. Null: there is none. */
    async restore(scope: Scope, reportId: number, removedAfter: Instant): Promise<StoredReport | null> {
      const [row] = await db
        .update(reports)
        .set({ removedAt: null })
        .where(and(own(scope), eq(reports.id, reportId), gt(reports.removedAt, new Date(removedAfter))))
        .returning();
      return row === undefined ? null : reportOf(row);
    },
  };
}

/** Next slots of the reports of all organizations, for the scheduler. Never for a signed-in caller. */
export const reportSchedule = defineSchedule(reports, reportOf);

function reportOf({ removedAt: _, ...row }: typeof reports.$inferSelect): StoredReport {
  return {
    ...row,
    organizationId: id<OrganizationId>(row.organizationId),
    installationId: id<InstallationId>(row.installationId),
    eventId: row.eventId === null ? null : id<EventId>(row.eventId),
    zoneId: id<ZoneId>(row.zoneId),
    ownerId: row.ownerId === null ? null : id<UserId>(row.ownerId),
    language: row.language as ProfileLanguage,
    createdAt: row.createdAt.getTime(),
    nextAt: row.nextAt?.getTime() ?? null,
  };
}

/** A validated report. */
export interface ReportDraft extends Schedule {
  readonly title: string;
  readonly language: ProfileLanguage;
  readonly installationId: InstallationId;
  readonly eventId: EventId | null;
  readonly zoneId: ZoneId;
  readonly includedDays: number;
  /** Lower-cased and unique. */
  readonly emails: readonly string[];
  readonly attachPdf: boolean;
  readonly attachSpreadsheet: boolean;
  readonly enabled: boolean;
}

export interface StoredReport extends ReportDraft {
  readonly id: number;
  readonly organizationId: OrganizationId;
  readonly createdAt: Instant;
  /** Null: a former user, or none. */
  readonly ownerId: UserId | null;
  /** False: created by the system. */
  readonly isOwned: boolean;
  readonly nextAt: Instant | null;
}
