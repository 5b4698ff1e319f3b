import { type FiscalYear, id, type OrganizationId, type Weekday } from '@atrium/domain/core';
import type { MeasurementSettings } from '@atrium/domain/numbers';
import { eq, inArray, sql } from 'drizzle-orm';
import { isUniqueViolation } from '../../platform/relational/relational-errors.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import type { Scope } from '../../platform/tenancy/index.ts';
import { organizations } from '../../platform/tenancy/organizations.schema.ts';

export type Organization = Omit<typeof organizations.$inferSelect, 'id'> & { readonly id: OrganizationId };

/** Fields of a change. Omitted fields stay. */
export interface OrganizationChange {
  readonly name?: string;
  readonly address?: string | null;
  /** Key of its file. */
  readonly logo?: string | null;
  readonly factors?: MeasurementSettings['factors'];
  readonly bands?: MeasurementSettings['bands'];
  readonly firstWeekday?: Weekday;
  readonly fiscalYear?: FiscalYear | null;
  readonly firstStepsHiddenAt?: Date | null;
}

/** Settings that a site file declares, and replaces as a whole. */
export type DeclaredSettings = Pick<
  typeof organizations.$inferInsert,
  | 'address'
  | 'embedOrigins'
  | 'colours'
  | 'factors'
  | 'bands'
  | 'firstWeekday'
  | 'fiscalYear'
  | 'migrationDeadline'
  | 'keepReadings'
>;

export function organizationStore(db: Database) {
  return {
    async find(scope: Scope): Promise<Organization | null> {
      const [row] = await db.select().from(organizations).where(eq(organizations.id, scope.organizationId));
      return row ? organizationOf(row) : null;
    },

    async update(scope: Scope, change: OrganizationChange): Promise<Organization | 'name taken' | null> {
      try {
        // In a savepoint, so that a name in use does not abort the caller's transaction.
        const [row] = await db.transaction((transaction) =>
          transaction.update(organizations).set(change).where(eq(organizations.id, scope.organizationId)).returning(),
        );
        return row ? organizationOf(row) : null;
      } catch (error) {
        if (isUniqueViolation(error)) return 'name taken';
        throw error;
      }
    },

    async replaceSettings(scope: Scope, settings: DeclaredSettings): Promise<void> {
      await db.update(organizations).set(settings).where(eq(organizations.id, scope.organizationId));
    },

    /** Returns the number of renewals of the key that signs the organization's jobs, including this one. */
    async renewJobKey(organizationId: OrganizationId): Promise<number> {
      const [row] = await db
        .update(organizations)
        .set({ jobKeyGeneration: sql`${organizations.jobKeyGeneration} + 1` })
        .where(eq(organizations.id, organizationId))
        .returning({ generation: organizations.jobKeyGeneration });
      if (row === undefined) throw new Error('a job key is renewed for an organization that is gone');
      return row.generation;
    },

    /** Returns null if the name is in use. Takes no scope, because scopes belong to organizations. */
    async insert(name: string): Promise<Organization | null> {
      const [row] = await db.insert(organizations).values({ name }).onConflictDoNothing().returning();
      return row ? organizationOf(row) : null;
    },

    /** For the command line and the first start, which name organizations. Never for a signed-in caller. */
    async findByName(name: string): Promise<Organization | null> {
      const [row] = await db.select().from(organizations).where(eq(organizations.name, name));
      return row ? organizationOf(row) : null;
    },

    /** Deletes organizations with all their rows in this store. Never for a signed-in caller. */
    async remove(ids: readonly OrganizationId[]): Promise<void> {
      await db.transaction(async (transaction) => {
        // Deleting thirteen months of receipts takes longer than the timeout of a request.
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
