import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Installation this store belongs to: one row, created at the first start. The analytics store has the same id. */
export const storeIdentity = pgTable(
  'store_identity',
  {
    isOnly: boolean().primaryKey().default(true),
    id: uuid().notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('store_identity_is_only', sql`${table.isOnly}`)],
);
