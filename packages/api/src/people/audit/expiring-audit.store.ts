import { lt, sql } from 'drizzle-orm';
import { deleteSome, type ExpiringRows } from '../../platform/relational/expiring-rows.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { auditEntries } from './audit.schema.ts';

/**
 * Entries of the audit log, where an operator limits how long they stay. The database itself refuses to delete entries of
 * the last 90 days, and any entry outside such a transaction.
 */
export const expiringAudit = (db: Database): ExpiringRows => ({
  table: 'audit_entries',
  deleteBefore: (before, limit) =>
    db.transaction(async (transaction) => {
      await transaction.execute(sql`set local atrium.deletes_expired_audit = 'on'`);
      return deleteSome(transaction, auditEntries, lt(auditEntries.at, new Date(before)), limit);
    }),
});
