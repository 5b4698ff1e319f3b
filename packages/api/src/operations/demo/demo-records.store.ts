import { type Instant, id, type OrganizationId } from '@atrium/domain/core';
import { and, eq, max, notInArray, sql } from 'drizzle-orm';
import { users } from '../../people/access/access.schema.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { demoOrganizationRecords as records } from './demo.schema.ts';

/** An organization of the demo, as recorded when it was created. */
export interface DemoRecord {
  readonly organizationId: OrganizationId;
  /** The name in its site file. */
  readonly name: string;
  readonly historyUntil: Instant | null;
  /** False while it is being seeded, or if that was interrupted. */
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

    /** Returns the end of the written history, over all organizations. 0 if none is recorded. */
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

    /** Counts the accounts of an organization except these. */
    async otherAccounts(organizationId: OrganizationId, emails: readonly string[]): Promise<number> {
      return db.$count(users, and(eq(users.organizationId, organizationId), notInArray(users.email, [...emails])));
    },

    /**
     * Restarts the ids of empty tables at 1, after an interrupted seeding has used some. The demo's figures depend on
     * the ids of its devices.
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
