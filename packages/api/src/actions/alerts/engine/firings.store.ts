import type { AlertLogMetric, Severity, Transition } from '@atrium/domain/actions/alerts';
import type { Instant } from '@atrium/domain/core';
import { and, asc, eq, gte, isNull, or } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { alertLog, alertTransitions, type LogTimes } from '../alerts.schema.ts';

/** Subject of log entries and transitions: one alert at one place. */
export interface FiringSubject {
  readonly organizationId: number;
  readonly installationId: number;
  readonly alertId: number;
  readonly place: string;
  readonly conditionType: string;
  readonly severity: Severity;
  readonly zoneId: number | null;
  readonly passageId: number | null;
  readonly deviceId: number | null;
}

export interface Firing {
  readonly id: number;
  readonly begin: Instant;
  readonly end: Instant | null;
}

export type FiringsStore = ReturnType<typeof firingsStore>;

/** Writes of the engine for one alert at one place. Runs in the transaction that stores the alert's state. */
export function firingsStore(db: Database, { alertId, place, ...watched }: FiringSubject) {
  const own = and(eq(alertLog.alertId, alertId), eq(alertLog.place, place));
  const told = { id: alertLog.id, begin: alertLog.dateBegin, end: alertLog.dateEnd };
  const toFiring = (row: { id: number; begin: Date; end: Date | null }): Firing => ({
    id: row.id,
    begin: row.begin.getTime(),
    end: row.end?.getTime() ?? null,
  });

  return {
    /** Returns the entry that starts at `begin`, and inserts it if it does not exist. */
    async open(begin: Instant, end: Instant | null, metrics: readonly AlertLogMetric[]): Promise<Firing> {
      await db
        .insert(alertLog)
        .values({ ...watched, alertId, place, metrics, dateBegin: new Date(begin), dateEnd: dateOf(end) })
        .onConflictDoNothing();
      const [row] = await db
        .select(told)
        .from(alertLog)
        .where(and(own, eq(alertLog.dateBegin, new Date(begin))));
      if (row === undefined) throw new Error('an entry of the log was written and is not there');
      return toFiring(row);
    },

    /** Returns the open entry, or null. */
    async current(): Promise<Firing | null> {
      const [row] = await db
        .select(told)
        .from(alertLog)
        .where(and(own, isNull(alertLog.dateEnd)));
      return row === undefined ? null : toFiring(row);
    },

    /** Returns the entries that last beyond that moment, oldest first. */
    async since(from: Instant): Promise<readonly Firing[]> {
      const reaches = or(isNull(alertLog.dateEnd), gte(alertLog.dateEnd, new Date(from)));
      const rows = await db.select(told).from(alertLog).where(and(own, reaches)).orderBy(asc(alertLog.dateBegin));
      return rows.map(toFiring);
    },

    async change(
      id: number,
      times: LogTimes,
      endedBy: 'ended' | 'closed' | null,
      metrics: readonly AlertLogMetric[] | null,
    ): Promise<void> {
      await db
        .update(alertLog)
        .set({
          dateBegin: new Date(times.begin),
          dateEnd: dateOf(times.end),
          endedBy,
          ...(metrics === null ? {} : { metrics }),
        })
        .where(eq(alertLog.id, id));
    },

    /** Sets a temporary unique start time, until the caller sets the final one. */
    async moveAside(id: number): Promise<void> {
      await db
        .update(alertLog)
        .set({ dateBegin: new Date(-id) })
        .where(eq(alertLog.id, id));
    },

    async remove(id: number): Promise<void> {
      await db.delete(alertLog).where(eq(alertLog.id, id));
    },

    async passed({ at, from, to, value, effect }: Transition, seenAt: Instant, logId: number | null): Promise<void> {
      const row = { organizationId: watched.organizationId, alertId, place, from, to, value, effect, logId };
      await db.insert(alertTransitions).values({ ...row, kind: 'phase', at: new Date(at), seenAt: new Date(seenAt) });
    },

    async reminded(at: Instant, seenAt: Instant, logId: number): Promise<void> {
      const row = { organizationId: watched.organizationId, alertId, place, logId };
      await db
        .insert(alertTransitions)
        .values({ ...row, kind: 'reminder', at: new Date(at), seenAt: new Date(seenAt) });
    },

    async corrected(
      logId: number | null,
      before: LogTimes | null,
      after: LogTimes | null,
      seenAt: Instant,
    ): Promise<void> {
      const at = after?.begin ?? before?.begin ?? seenAt;
      const row = { organizationId: watched.organizationId, alertId, place, logId, before, after };
      await db
        .insert(alertTransitions)
        .values({ ...row, kind: 'correction', at: new Date(at), seenAt: new Date(seenAt) });
    },
  };
}

const dateOf = (at: Instant | null) => (at === null ? null : new Date(at));
