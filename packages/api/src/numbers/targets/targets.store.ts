import type { InstallationId, ZoneId } from '@atrium/domain/core';
import type { Month, Target } from '@atrium/domain/numbers/targets';
import { and, asc, between, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { targets } from './targets.schema.ts';

/** A place, metric and month. */
export type TargetKey = Omit<Target, 'value'>;

interface Wanted {
  readonly sites: readonly InstallationId[];
  /** Null for all. */
  readonly metric: string | null;
  /** Both inclusive. */
  readonly from: Month;
  readonly to: Month;
}

/** Rows of one statement: Postgres takes 65,535 parameters. */
const batch = 2000;

const inBatches = <One>(rows: readonly One[]): readonly One[][] =>
  Array.from({ length: Math.ceil(rows.length / batch) }, (_, index) => rows.slice(index * batch, (index + 1) * batch));

/** Stores the targets of the scope's organization. */
export function targetsStore(db: Database) {
  return {
    /** Returns up to `most` targets of sites, by place, metric and month. */
    async list(
      { organizationId }: Scope,
      { sites, metric, from, to }: Wanted,
      most: number,
    ): Promise<readonly Target[]> {
      if (sites.length === 0) return [];
      return db
        .select({
          installationId: targets.installationId,
          zoneId: targets.zoneId,
          metric: targets.metric,
          month: targets.month,
          value: targets.value,
        })
        .from(targets)
        .where(
          and(
            eq(targets.organizationId, organizationId),
            inArray(targets.installationId, [...sites]),
            between(targets.month, from, to),
            metric === null ? undefined : eq(targets.metric, metric),
          ),
        )
        .orderBy(
          asc(targets.installationId),
          sql`${targets.zoneId} asc nulls first`,
          asc(targets.metric),
          asc(targets.month),
        )
        .limit(most);
    },

    /** Sets targets, replacing earlier values. */
    async put({ organizationId }: Scope, all: readonly Target[]): Promise<void> {
      for (const rows of inBatches(all))
        await db
          .insert(targets)
          .values(rows.map((one) => ({ ...one, organizationId })))
          .onConflictDoUpdate({
            target: [targets.installationId, targets.zoneId, targets.metric, targets.month],
            set: { value: sql`excluded.value` },
          });
    },

    async remove({ organizationId }: Scope, all: readonly TargetKey[]): Promise<void> {
      for (const rows of inBatches(all))
        await db
          .delete(targets)
          .where(
            and(
              eq(targets.organizationId, organizationId),
              or(
                ...rows.map(({ installationId, zoneId, metric, month }) =>
                  and(
                    eq(targets.installationId, installationId),
                    zoneId === null ? isNull(targets.zoneId) : eq(targets.zoneId, zoneId as ZoneId),
                    eq(targets.metric, metric),
                    eq(targets.month, month),
                  ),
                ),
              ),
            ),
          );
    },
  };
}
