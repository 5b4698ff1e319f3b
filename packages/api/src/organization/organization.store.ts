import { id, type OrganizationId } from '@atrium/domain/core';
import type { MeasurementSettings } from '@atrium/domain/measurements';
import { eq, inArray, sql } from 'drizzle-orm';
import { type Database, isUniqueViolation } from '../platform/relational/index.ts';
import type { Scope } from '../platform/tenancy/index.ts';
import { organizations } from '../platform/tenancy/organizations.schema.ts';

export type Organization = Omit<typeof organizations.$inferSelect, 'id'> & { readonly id: OrganizationId };

/** What a change may touch; a field left out stays. */
export interface OrganizationChange {
  readonly name?: string;
  readonly address?: string | null;
  /** The key of its file. */
  readonly logo?: string | null;
  readonly factors?: MeasurementSettings['factors'];
  readonly bands?: MeasurementSettings['bands'];
  readonly firstStepsHiddenAt?: Date | null;
}

export function organizationStore(db: Database) {
  return {
    async find(scope: Scope): Promise<Organization | null> {
      const [row] = await db.select().from(organizations).where(eq(organizations.id, scope.organizationId));
      return row ? organizationOf(row) : null;
    },

    async update(scope: Scope, change: OrganizationChange): Promise<Organization | 'name taken' | null> {
      try {
        // By itself, so that a name in use takes nothing else of the caller's transaction with it.
        const [row] = await db.transaction((transaction) =>
          transaction.update(organizations).set(change).where(eq(organizations.id, scope.organizationId)).returning(),
        );
        return row ? organizationOf(row) : null;
      } catch (error) {
        if (isUniqueViolation(error)) return 'name taken';
        throw error;
      }
    },

    /** null: the name is in use. Without a scope, because organizations are what scopes are about. */
    async insert(name: string): Promise<Organization | null> {
      const [row] = await db.insert(organizations).values({ name }).onConflictDoNothing().returning();
      return row ? organizationOf(row) : null;
    },

    /** For the command line and the first start, which name organizations; never for a signed-in caller. */
    async findByName(name: string): Promise<Organization | null> {
      const [row] = await db.select().from(organizations).where(eq(organizations.name, name));
      return row ? organizationOf(row) : null;
    },

    /** Organizations with all that is theirs in this store; never for a signed-in caller. */
    async remove(ids: readonly OrganizationId[]): Promise<void> {
      await db.transaction(async (transaction) => {
        // Thirteen months of receipts take longer than a request may.
        await transaction.execute(sql`set local statement_timeout = 0`);
        await transaction.delete(organizations).where(inArray(organizations.id, [...ids]));
      });
    },

    async all(): Promise<readonly Organization[]> {
      return (await db.select().from(organizations).orderBy(organizations.id)).map(organizationOf);
    },
  };
}

export type OrganizationStore = ReturnType<typeof organizationStore>;

const organizationOf = (row: typeof organizations.$inferSelect): Organization => ({
  ...row,
  id: id<OrganizationId>(row.id),
});
