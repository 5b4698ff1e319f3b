import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Which installation this store belongs to: one row, made at the first start, and its id is in the analytics store too. */
export const storeIdentity = pgTable(
  'store_identity',
  {
    isOnly: boolean().primaryKey().default(true),
    id: uuid().notNull(),
    madeAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check('store_identity_is_only', sql`${table.isOnly}`)],
);
