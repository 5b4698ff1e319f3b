import { type InstallationId, id, type PassageId, type Span, type UserId } from '@atrium/domain/core';
import type { Taps } from '@atrium/domain/setup/manual-counts';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { manualCounts } from './manual-counts.schema.ts';

export interface ManualCount {
  readonly installationId: InstallationId;
  readonly passageId: PassageId;
  readonly clientId: string;
  readonly span: Span;
  readonly taps: Taps;
}

/** A stored count with its author. Null: a former member. */
export interface StoredCount extends ManualCount {
  readonly id: number;
  readonly userId: UserId | null;
}

/** Maximum number of counts read per site. */
const maxRead = 200;

/** Stores manual counts of the scope's organization. */
export function manualCountsStore(db: Database) {
  return {
    /** Returns the counts of a site, latest first. */
    async ofSite({ organizationId }: Scope, installationId: InstallationId): Promise<readonly StoredCount[]> {
      const rows = await db
        .select()
        .from(manualCounts)
        .where(and(eq(manualCounts.organizationId, organizationId), eq(manualCounts.installationId, installationId)))
        .orderBy(desc(manualCounts.finishedAt), desc(manualCounts.id))
        .limit(maxRead);
      return rows.map(keptOf);
    },

    /** Returns null if it does not exist or belongs to another organization. */
    async find({ organizationId }: Scope, countId: number): Promise<StoredCount | null> {
      const [row] = await db
        .select()
        .from(manualCounts)
        .where(and(eq(manualCounts.organizationId, organizationId), eq(manualCounts.id, countId)));
      return row === undefined ? null : keptOf(row);
    },

    /** Returns null if this count is already stored. */
    async insert({ organizationId, userId }: Scope, { span, taps, ...count }: ManualCount): Promise<number | null> {
      const [row] = await db
        .insert(manualCounts)
        .values({
          ...count,
          organizationId,
          userId,
          startedAt: new Date(span.from),
          finishedAt: new Date(span.to),
          along: taps.along,
          against: taps.against,
        })
        .onConflictDoNothing()
        .returning({ id: manualCounts.id });
      return row?.id ?? null;
    },

    async remove({ organizationId }: Scope, countId: number): Promise<void> {
      await db
        .delete(manualCounts)
        .where(and(eq(manualCounts.organizationId, organizationId), eq(manualCounts.id, countId)));
    },
  };
}

function keptOf(row: typeof manualCounts.$inferSelect): StoredCount {
  return {
    id: row.id,
    installationId: id<InstallationId>(row.installationId),
    passageId: id<PassageId>(row.passageId),
    clientId: row.clientId,
    span: { from: row.startedAt.getTime(), to: row.finishedAt.getTime() },
    taps: { along: row.along, against: row.against },
    userId: row.userId === null ? null : id<UserId>(row.userId),
  };
}
