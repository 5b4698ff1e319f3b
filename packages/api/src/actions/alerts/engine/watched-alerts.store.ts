import type { AlertState } from '@atrium/domain/actions/alerts';
import { type InstallationId, id, type OrganizationId } from '@atrium/domain/core';
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { alertLog, alertStates, alerts } from '../alerts.schema.ts';

/** A site with alerts to evaluate. */
export interface WatchedSite {
  readonly organizationId: OrganizationId;
  readonly installationId: InstallationId;
}

export interface StoredPlaceState {
  readonly alertId: number;
  readonly place: string;
  readonly revision: number;
  readonly state: AlertState;
  readonly checkpoints: readonly AlertState[];
}

/** Reads for the engine across all organizations. The engine acts for each of them separately. */
export function watchedAlertsStore(db: Database) {
  return {
    /** Returns sites with at least one enabled alert. */
    async sites(): Promise<readonly WatchedSite[]> {
      const rows = await db
        .selectDistinct({ organizationId: alerts.organizationId, installationId: alerts.installationId })
        .from(alerts)
        .where(eq(alerts.enabled, true))
        .orderBy(asc(alerts.organizationId), asc(alerts.installationId));
      return rows.map((row) => ({
        organizationId: id<OrganizationId>(row.organizationId),
        installationId: id<InstallationId>(row.installationId),
      }));
    },

    /** Counts enabled alerts, and log entries that the engine opened and has not closed. */
    async counts(): Promise<{ readonly watched: number; readonly firing: number }> {
      const [watched, firing] = await Promise.all([
        db.$count(alerts, eq(alerts.enabled, true)),
        db.$count(alertLog, and(isNull(alertLog.dateEnd), isNotNull(alertLog.place))),
      ]);
      return { watched, firing };
    },

    async placeStates(alertIds: readonly number[]): Promise<readonly StoredPlaceState[]> {
      if (alertIds.length === 0) return [];
      return db
        .select()
        .from(alertStates)
        .where(inArray(alertStates.alertId, [...alertIds]));
    },

    /**
     * Returns the state of an alert at a place and locks the row until the transaction ends. Null: not evaluated yet.
     */
    async hold(alertId: number, place: string): Promise<StoredPlaceState | null> {
      const [row] = await db
        .select()
        .from(alertStates)
        .where(and(eq(alertStates.alertId, alertId), eq(alertStates.place, place)))
        .for('update');
      return row ?? null;
    },

    async keep({ alertId, place, revision, state, checkpoints }: StoredPlaceState): Promise<void> {
      const kept = { revision, state, checkpoints };
      await db
        .insert(alertStates)
        .values({ alertId, place, ...kept })
        .onConflictDoUpdate({ target: [alertStates.alertId, alertStates.place], set: kept });
    },
  };
}
