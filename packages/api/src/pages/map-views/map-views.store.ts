import { createHash } from 'node:crypto';
import type { ZoneId } from '@atrium/domain/core';
import type { MapConfig } from '@atrium/domain/pages/map-views';
import { and, eq } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { mapViews } from './map-views.schema.ts';

/** Returns a hash that identifies the stored version of a map, or `none` if there is none. */
export function computeRevision(stored: unknown): string {
  if (stored === null) return 'none';
  return createHash('sha256').update(JSON.stringify(stored)).digest('base64url').slice(0, 22);
}

export type MapViewsStore = ReturnType<typeof mapViewsStore>;

export function mapViewsStore(db: Database) {
  return {
    /** Returns the stored map. Null: there is none. */
    async find({ organizationId }: Scope, zoneId: ZoneId): Promise<unknown> {
      const [row] = await db
        .select({ config: mapViews.config })
        .from(mapViews)
        .where(and(eq(mapViews.organizationId, organizationId), eq(mapViews.zoneId, zoneId)));
      return row?.config ?? null;
    },

    /** Returns the revision and locks the row until the transaction ends. */
    async lockRevision({ organizationId }: Scope, zoneId: ZoneId): Promise<string> {
      const [row] = await db
        .select({ config: mapViews.config })
        .from(mapViews)
        .where(and(eq(mapViews.organizationId, organizationId), eq(mapViews.zoneId, zoneId)))
        .for('update');
      return computeRevision(row?.config ?? null);
    },

    /** Inserts or replaces the map. Callers have already checked the zone against the scope. */
    async put({ organizationId }: Scope, zoneId: ZoneId, config: MapConfig): Promise<void> {
      await db
        .insert(mapViews)
        .values({ organizationId, zoneId, config })
        .onConflictDoUpdate({ target: mapViews.zoneId, set: { config } });
    },

    async remove({ organizationId }: Scope, zoneId: ZoneId): Promise<void> {
      await db.delete(mapViews).where(and(eq(mapViews.organizationId, organizationId), eq(mapViews.zoneId, zoneId)));
    },
  };
}
