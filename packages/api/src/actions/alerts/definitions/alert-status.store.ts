import type { Instant } from '@atrium/domain/core';
import { and, desc, gte, inArray } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { alertLog, alertStates } from '../alerts.schema.ts';
import type { PlaceState } from './alert.ts';

/** One firing of an alert, as lists of alerts show it. */
export interface FiringSummary {
  readonly id: number;
  readonly alertId: number;
  readonly begin: Instant;
  readonly end: Instant | null;
}

/** States and firings of alerts. The caller must have access to the given ids. */
export function alertStatusStore(db: Database) {
  return {
    async statesOf(alertIds: readonly number[]): Promise<ReadonlyMap<number, readonly PlaceState[]>> {
      if (alertIds.length === 0) return new Map();
      const rows = await db
        .select()
        .from(alertStates)
        .where(inArray(alertStates.alertId, [...alertIds]));
      const states = rows.map(({ alertId, place, state }) => ({
        alertId,
        place,
        phase: state.phase,
        since: state.since,
        isOpen: state.openedAt !== null,
        last: state.last,
        lastReadingAt: state.lastReadingAt,
      }));
      return Map.groupBy(states, ({ alertId }) => alertId);
    },

    /** Returns firings that started since then or are open, newest first. */
    async firedSince(alertIds: readonly number[], since: Instant): Promise<readonly FiringSummary[]> {
      if (alertIds.length === 0) return [];
      const rows = await db
        .select(fired)
        .from(alertLog)
        .where(and(inArray(alertLog.alertId, [...alertIds]), gte(alertLog.dateBegin, new Date(since))))
        .orderBy(desc(alertLog.dateBegin), desc(alertLog.id));
      return rows.map(toFiringSummary);
    },

    /** Returns the newest firing of each alert. */
    async lastFired(alertIds: readonly number[]): Promise<ReadonlyMap<number, FiringSummary>> {
      if (alertIds.length === 0) return new Map();
      const rows = await db
        .selectDistinctOn([alertLog.alertId], fired)
        .from(alertLog)
        .where(inArray(alertLog.alertId, [...alertIds]))
        .orderBy(alertLog.alertId, desc(alertLog.dateBegin), desc(alertLog.id));
      return new Map(rows.map((row) => [row.alertId, toFiringSummary(row)]));
    },
  };
}

const fired = { id: alertLog.id, alertId: alertLog.alertId, dateBegin: alertLog.dateBegin, dateEnd: alertLog.dateEnd };

const toFiringSummary = (row: {
  id: number;
  alertId: number;
  dateBegin: Date;
  dateEnd: Date | null;
}): FiringSummary => ({
  id: row.id,
  alertId: row.alertId,
  begin: row.dateBegin.getTime(),
  end: row.dateEnd?.getTime() ?? null,
});
