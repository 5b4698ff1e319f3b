import type { Instant } from '@atrium/domain/core';
import { getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './relational-store.ts';

/** Rows of a table that expire. The owner of the table says which; one daily task deletes them. */
export interface ExpiringRows {
  /** Name in SQL. */
  readonly table: string;
  /** Deletes at most `limit` rows that expired before then, and returns their number. */
  deleteBefore(before: Instant, limit: number): Promise<number>;
}

/** Defines the rows of a table that expire. `isExpired` returns the condition of those that expired before then. */
export const expireRows = (
  db: Database,
  table: PgTable,
  isExpired: (before: Date) => SQL | undefined,
): ExpiringRows => ({
  table: getTableName(table),
  deleteBefore: (before, limit) => deleteSome(db, table, isExpired(new Date(before)), limit),
});

/** Deletes at most `limit` of the rows, so that no statement holds locks for long. Returns the number of deleted rows. */
export async function deleteSome(db: Database, rows: PgTable, which: SQL | undefined, limit: number): Promise<number> {
  const some = db.select({ place: sql`ctid` }).from(rows).where(which).limit(limit);
  // A row that changes meanwhile has another ctid, so it stays.
  const deleted = await db.delete(rows).where(sql`ctid = any(array(${some}))`).returning({ deleted: sql<number>`1` });
  return deleted.length;
}
