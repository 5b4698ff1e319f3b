import { type Instant, id, type UserId, type ZoneId } from '@atrium/domain/core';
import { and, asc, desc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import type { SetPointReader } from '../index.ts';
import { insideCorrections } from './inside-corrections.schema.ts';

export interface InsideCorrection {
  readonly zoneId: ZoneId;
  readonly at: Instant;
  readonly value: number;
  readonly note: string;
}

/** A stored correction with its author. Null: a former member. */
export interface StoredCorrection extends InsideCorrection {
  readonly id: number;
  readonly userId: UserId | null;
}

/** Maximum number of listed corrections. */
const maxListed = 50;

/** Stores corrections of the number of people inside zones. */
export function insideCorrectionsStore(db: Database): SetPointReader & {
  insert(scope: Scope, correction: InsideCorrection): Promise<number>;
  /** Returns corrections in zones of the scope's organization, latest first. */
  since(scope: Scope, zoneIds: readonly ZoneId[], from: Instant): Promise<readonly StoredCorrection[]>;
  /** Returns null if it does not exist or belongs to another organization. */
  find(scope: Scope, correctionId: number): Promise<StoredCorrection | null>;
  remove(scope: Scope, correctionId: number): Promise<void>;
} {
  return {
    async setPoints(organizationId, zoneIds, { from, to }) {
      if (zoneIds.length === 0) return [];
      const { zoneId, at, value } = insideCorrections;
      const rows = await db
        .select({ zoneId, at, value })
        .from(insideCorrections)
        .where(
          and(
            eq(insideCorrections.organizationId, organizationId),
            inArray(zoneId, [...zoneIds]),
            gte(at, new Date(from)),
            lt(at, new Date(to)),
          ),
        )
        .orderBy(asc(at), asc(insideCorrections.id));
      return rows.map((row) => ({ zoneId: row.zoneId as ZoneId, at: row.at.getTime(), value: row.value }));
    },

    async insert({ organizationId, userId }, { zoneId, at, value, note }) {
      const [row] = await db
        .insert(insideCorrections)
        .values({ organizationId, zoneId, at: new Date(at), value, note, userId })
        .returning({ id: insideCorrections.id });
      if (row === undefined) throw new Error('an inserted correction has no row');
      return row.id;
    },

    async since({ organizationId }, zoneIds, from) {
      if (zoneIds.length === 0) return [];
      const rows = await db
        .select()
        .from(insideCorrections)
        .where(
          and(
            eq(insideCorrections.organizationId, organizationId),
            inArray(insideCorrections.zoneId, [...zoneIds]),
            gte(insideCorrections.at, new Date(from)),
          ),
        )
        .orderBy(desc(insideCorrections.at), desc(insideCorrections.id))
        .limit(maxListed);
      return rows.map(madeOf);
    },

    async find({ organizationId }, correctionId) {
      const [row] = await db
        .select()
        .from(insideCorrections)
        .where(and(eq(insideCorrections.organizationId, organizationId), eq(insideCorrections.id, correctionId)));
      return row === undefined ? null : madeOf(row);
    },

    async remove({ organizationId }, correctionId) {
      await db
        .delete(insideCorrections)
        .where(and(eq(insideCorrections.organizationId, organizationId), eq(insideCorrections.id, correctionId)));
    },
  };
}

function madeOf({ id: correctionId, zoneId, at, value, note, userId }: typeof insideCorrections.$inferSelect) {
  return {
    id: correctionId,
    zoneId: id<ZoneId>(zoneId),
    at: at.getTime(),
    value,
    note,
    userId: userId === null ? null : id<UserId>(userId),
  };
}
