import { and, eq, isNull, lt, notExists } from 'drizzle-orm';
import { type ExpiringRows, expireRows } from '../../../platform/relational/expiring-rows.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { alertLog, alertTransitions } from '../alerts.schema.ts';

/**
 * Entries of the alert log that ended, with their notifications and transitions, and transitions without an entry.
 * Firing alerts stay, and so do transitions of an alert whose log has an entry from before then.
 */
export const listExpiringAlertLog = (db: Database): readonly ExpiringRows[] => [
  expireRows(db, alertLog, (before) => lt(alertLog.dateEnd, before)),
  expireRows(db, alertTransitions, (before) =>
    and(
      isNull(alertTransitions.logId),
      lt(alertTransitions.at, before),
      notExists(
        db
          .select({ id: alertLog.id })
          .from(alertLog)
          .where(and(eq(alertLog.alertId, alertTransitions.alertId), lt(alertLog.dateBegin, before))),
      ),
    ),
  ),
];
