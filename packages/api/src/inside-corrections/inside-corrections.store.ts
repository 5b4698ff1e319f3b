import type { Instant, ZoneId } from '@atrium/domain/core';
import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm';
import type { SetPointReader } from '../measurements/index.ts';
import type { Database } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { insideCorrections } from './inside-corrections.schema.ts';

export interface InsideCorrection {
  readonly zoneId: ZoneId;
  readonly at: Instant;
  readonly value: number;
  readonly note: string;
}

/** What was seen inside zones, by hand. */
export function insideCorrectionsStore(db: Database): SetPointReader & {
  insert(scope: Scope, correction: InsideCorrection): Promise<void>;
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

    async insert({ organizationId }, { zoneId, at, value, note }) {
      await db.insert(insideCorrections).values({ organizationId, zoneId, at: new Date(at), value, note });
    },
  };
}
