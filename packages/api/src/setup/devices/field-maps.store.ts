import type { FieldMap } from '@atrium/domain/setup/devices';
import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { fieldMaps } from './devices.schema.ts';

export interface StoredFieldMap extends FieldMap {
  readonly id: number;
}

/** Limit per organization. */
export const maxFieldMaps = 50;

export function fieldMapsStore(db: Database) {
  const own = (scope: Scope) => eq(fieldMaps.organizationId, scope.organizationId);
  return {
    async all(scope: Scope): Promise<readonly StoredFieldMap[]> {
      const rows = await db.select().from(fieldMaps).where(own(scope)).orderBy(asc(fieldMaps.id)).limit(maxFieldMaps);
      return rows.map(({ id, map }) => ({ ...map, id }));
    },

    async insert(scope: Scope, map: FieldMap): Promise<number> {
      const [row] = await db
        .insert(fieldMaps)
        .values({ organizationId: scope.organizationId, map })
        .returning({ id: fieldMaps.id });
      if (row === undefined) throw new Error('an inserted field map has no row');
      return row.id;
    },

    /** Returns false if the field map does not exist. */
    async update(scope: Scope, fieldMapId: number, map: FieldMap): Promise<boolean> {
      const rows = await db
        .update(fieldMaps)
        .set({ map })
        .where(and(own(scope), eq(fieldMaps.id, fieldMapId)))
        .returning({ id: fieldMaps.id });
      return rows.length > 0;
    },

    async remove(scope: Scope, fieldMapId: number): Promise<boolean> {
      const rows = await db
        .delete(fieldMaps)
        .where(and(own(scope), eq(fieldMaps.id, fieldMapId)))
        .returning({ id: fieldMaps.id });
      return rows.length > 0;
    },
  };
}
