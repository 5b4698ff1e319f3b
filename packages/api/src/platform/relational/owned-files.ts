import { inArray } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from './relational-store.ts';

/** Stored files of one kind, each with its key in a row. A file without a row is an orphan of a killed process. */
export interface OwnedFiles {
  /** First part of the keys. */
  readonly kind: string;
  /** Returns those of the keys that a row has. */
  findUsed(keys: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Defines the files of a kind whose keys are in a column. */
export const ownFiles = (db: Database, kind: string, column: PgColumn): OwnedFiles => ({
  kind,
  async findUsed(keys) {
    const rows = await db
      .select({ key: column })
      .from(column.table)
      .where(inArray(column, [...keys]));
    return new Set(rows.map(({ key }) => String(key)));
  },
});
