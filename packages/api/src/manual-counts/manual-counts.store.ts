import { type InstallationId, id, type PassageId, type Span, type UserId } from '@atrium/domain/core';
import type { Taps } from '@atrium/domain/manual-counts';
import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { manualCounts } from './manual-counts.schema.ts';

export interface ManualCount {
  readonly installationId: InstallationId;
  readonly passageId: PassageId;
  readonly clientId: string;
  readonly span: Span;
  readonly taps: Taps;
}

/** One that is kept, with who counted; null: nobody who is still a member. */
export interface KeptCount extends ManualCount {
  readonly id: number;
  readonly userId: UserId | null;
}

/** So many of a site are read. */
const mostRead = 200;

/** What people counted by hand, of the scope's organization. */
export function manualCountsStore(db: Database) {
  return {
    /** Of a site, the latest first. */
    async ofSite({ organizationId }: Scope, installationId: InstallationId): Promise<readonly KeptCount[]> {
      const rows = await db
        .select()
        .from(manualCounts)
        .where(and(eq(manualCounts.organizationId, organizationId), eq(manualCounts.installationId, installationId)))
        .orderBy(desc(manualCounts.finishedAt), desc(manualCounts.id))
        .limit(mostRead);
      return rows.map(keptOf);
    },

    /** null: there is none, or it is not the organization's. */
    async find({ organizationId }: Scope, countId: number): Promise<KeptCount | null> {
      const [row] = await db
        .select()
        .from(manualCounts)
        .where(and(eq(manualCounts.organizationId, organizationId), eq(manualCounts.id, countId)));
      return row === undefined ? null : keptOf(row);
    },

    /** null: this one is kept already. */
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

function keptOf(row: typeof manualCounts.$inferSelect): KeptCount {
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
