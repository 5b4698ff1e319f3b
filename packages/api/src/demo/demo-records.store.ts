import { type Instant, id, type OrganizationId } from '@atrium/domain/core';
import { and, eq, max, notInArray, sql } from 'drizzle-orm';
import { users } from '../access/access.schema.ts';
import type { Database } from '../platform/relational/index.ts';
import { demoOrganizationRecords as records } from './demo.schema.ts';

/** An organization of the demo, as noted when it was made. */
export interface DemoRecord {
  readonly organizationId: OrganizationId;
  /** As its site file calls it. */
  readonly name: string;
  readonly historyUntil: Instant | null;
  /** false: its seeding is under way, or was interrupted. */
  readonly isComplete: boolean;
}

export function demoRecordsStore(db: Database) {
  return {
    async all(): Promise<readonly DemoRecord[]> {
      const rows = await db.select().from(records).orderBy(records.organizationId);
      return rows.map(({ organizationId, historyUntil, ...rest }) => ({
        organizationId: id<OrganizationId>(organizationId),
        historyUntil: historyUntil?.getTime() ?? null,
        ...rest,
      }));
    },

    /** Where the written history of them all ends; 0 where none was noted. */
    async historyUntil(): Promise<Instant> {
      const [row] = await db.select({ until: max(records.historyUntil) }).from(records);
      return row?.until?.getTime() ?? 0;
    },

    async add({ historyUntil, ...record }: DemoRecord): Promise<void> {
      const until = historyUntil === null ? null : new Date(historyUntil);
      await db.insert(records).values({ ...record, historyUntil: until });
    },

    async complete(): Promise<void> {
      await db.update(records).set({ isComplete: true });
    },

    /** Accounts of an organization besides these. */
    async otherAccounts(organizationId: OrganizationId, emails: readonly string[]): Promise<number> {
      return db.$count(users, and(eq(users.organizationId, organizationId), notInArray(users.email, [...emails])));
    },

    /**
     * Lets the ids of tables without rows begin at 1 again, which seeding that was interrupted had used up: the demo's
     * figures come out of the ids of its devices.
     */
    async restartIds(): Promise<void> {
      const { rows } = await db.execute<{ table: string; column: string }>(
        sql`select table_name as table, column_name as column from information_schema.columns
          where is_identity = 'YES' and table_schema = 'public'`,
      );
      await db.transaction(async (transaction) => {
        for (const { table, column } of rows) {
          const used = await transaction.execute(sql`select 1 from ${sql.identifier(table)} limit 1`);
          if (used.rows.length === 0)
            await transaction.execute(
              sql`alter table ${sql.identifier(table)} alter column ${sql.identifier(column)} restart with 1`,
            );
        }
      });
    },
  };
}
