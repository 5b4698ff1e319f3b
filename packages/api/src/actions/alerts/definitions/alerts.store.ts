import { emptyCondition } from '@atrium/domain/actions/alerts';
import { type EventId, type InstallationId, type Instant, id, type OrganizationId } from '@atrium/domain/core';
import { and, asc, eq, exists, inArray, isNull, notExists, or, sql } from 'drizzle-orm';
import { isUniqueViolation } from '../../../platform/relational/relational-errors.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import type { Scope } from '../../../platform/tenancy/index.ts';
import {
  alertActions,
  alertConditions,
  alertLog,
  alertPlanningLinks,
  alertPlannings,
  alertStates,
  alerts,
} from '../alerts.schema.ts';
import { reportAlertEvents } from '../report-event.ts';
import type { AlertAction, AlertDraft, Mute, Planning, StoredAlert, StoredPlanning } from './alert.ts';

export type AlertsStore = ReturnType<typeof alertsStore>;

type Row = typeof alerts.$inferSelect;

/** Alerts of the scope's organization, at the sites the scope sees. */
export function alertsStore(db: Database) {
  const own = ({ organizationId, installationIds }: Scope) =>
    and(
      eq(alerts.organizationId, organizationId),
      installationIds === null ? undefined : inArray(alerts.installationId, [...installationIds]),
    );

  return {
    /** Returns all alerts, sorted by id. */
    async all(scope: Scope): Promise<readonly StoredAlert[]> {
      return withParts(db, await db.select().from(alerts).where(own(scope)).orderBy(asc(alerts.id)));
    },

    /** Counts the organization's alerts at all sites, whether the scope sees them or not. */
    async count({ organizationId }: Scope): Promise<number> {
      return db.$count(alerts, eq(alerts.organizationId, organizationId));
    },

    async find(scope: Scope, alertId: number): Promise<StoredAlert | null> {
      const rows = await db
        .select()
        .from(alerts)
        .where(and(own(scope), eq(alerts.id, alertId)));
      return (await withParts(db, rows))[0] ?? null;
    },

    /** Like `find`, and locks the row until the transaction ends. */
    async hold(scope: Scope, alertId: number): Promise<StoredAlert | null> {
      const rows = await db
        .select()
        .from(alerts)
        .where(and(own(scope), eq(alerts.id, alertId)))
        .for('update');
      return (await withParts(db, rows))[0] ?? null;
    },

    async insert({ organizationId, userId }: Scope, draft: AlertDraft, at: Instant): Promise<number> {
      const [row] = await db
        .insert(alerts)
        .values({ ...ownFields(draft), organizationId, createdAt: new Date(at), createdBy: userId })
        .returning({ id: alerts.id });
      if (row === undefined) throw new Error('an inserted alert has no row');
      await db.insert(alertConditions).values({ alertId: row.id, condition: draft.condition });
      await replaceParts(db, row.id, draft);
      return row.id;
    },

    /** Updates an alert and the severity of its open firings. Its condition keeps its id; actions are replaced. */
    async update(alertId: number, draft: AlertDraft, revision: number): Promise<void> {
      await db
        .update(alerts)
        .set({ ...ownFields(draft), revision })
        .where(eq(alerts.id, alertId));
      await db.update(alertConditions).set({ condition: draft.condition }).where(eq(alertConditions.alertId, alertId));
      await db
        .update(alertLog)
        .set({ severity: draft.condition.severity })
        .where(and(eq(alertLog.alertId, alertId), isNull(alertLog.dateEnd)));
      await replaceParts(db, alertId, draft);
    },

    async setEnabled(alertId: number, enabled: boolean, revision: number): Promise<void> {
      await db.update(alerts).set({ enabled, revision }).where(eq(alerts.id, alertId));
    },

    async setMute(alertId: number, mute: Mute | null): Promise<void> {
      await db
        .update(alerts)
        .set({
          mutedUntil: mute === null ? null : new Date(mute.until),
          mutedBy: mute?.by ?? null,
          muteReason: mute?.reason ?? null,
        })
        .where(eq(alerts.id, alertId));
    },

    async remove(alertId: number): Promise<void> {
      await db.delete(alerts).where(eq(alerts.id, alertId));
    },

    /** Ends the open firings and deletes the states, because the alert is no longer evaluated. */
    async endOpen(alertId: number, at: Instant): Promise<void> {
      const end = sql`greatest(${alertLog.dateBegin}, ${new Date(at).toISOString()}::timestamptz)`;
      const ended = await db
        .update(alertLog)
        .set({ dateEnd: end, endedBy: 'disabled' })
        .where(and(eq(alertLog.alertId, alertId), isNull(alertLog.dateEnd)))
        .returning();
      await reportEnds(db, alertId, ended, at);
      await db.delete(alertStates).where(eq(alertStates.alertId, alertId));
    },

    /**
     * Returns recipient lists, sorted by name. A scope limited to some sites gets the lists used at these sites and
     * unused ones.
     */
    async plannings(scope: Scope): Promise<readonly StoredPlanning[]> {
      const { planningId, alertId } = alertPlanningLinks;
      const uses = db.select({ alertId }).from(alertPlanningLinks).where(eq(planningId, alertPlannings.id));
      const seenUses = db
        .select({ alertId })
        .from(alertPlanningLinks)
        .innerJoin(alerts, eq(alerts.id, alertId))
        .where(and(eq(planningId, alertPlannings.id), own(scope)));
      const rows = await db
        .select()
        .from(alertPlannings)
        .where(
          and(
            eq(alertPlannings.organizationId, scope.organizationId),
            scope.installationIds === null ? undefined : or(notExists(uses), exists(seenUses)),
          ),
        )
        .orderBy(asc(alertPlannings.name), asc(alertPlannings.id));
      return rows.map(({ organizationId: _own, ...planning }) => planning);
    },

    /** Returns the new id, or null if the name is taken. */
    async insertPlanning({ organizationId }: Scope, planning: Planning): Promise<number | null> {
      const [row] = await db
        .insert(alertPlannings)
        .values({ ...mutable(planning), organizationId })
        .onConflictDoNothing()
        .returning({ id: alertPlannings.id });
      return row?.id ?? null;
    },

    /**
     * Returns a list with the sites of the alerts that use it, or null if it does not exist. Locks the row until the
     * transaction ends, so that no alert can start using it.
     */
    async holdPlanning(
      { organizationId }: Scope,
      planningId: number,
    ): Promise<{ readonly planning: StoredPlanning; readonly sites: readonly InstallationId[] } | null> {
      const [row] = await db
        .select()
        .from(alertPlannings)
        .where(and(eq(alertPlannings.organizationId, organizationId), eq(alertPlannings.id, planningId)))
        .for('update');
      if (row === undefined) return null;
      const sites = await db
        .selectDistinct({ installationId: alerts.installationId })
        .from(alertPlanningLinks)
        .innerJoin(alerts, eq(alerts.id, alertPlanningLinks.alertId))
        .where(eq(alertPlanningLinks.planningId, planningId));
      const { organizationId: _own, ...planning } = row;
      return { planning, sites: sites.map((site) => id<InstallationId>(site.installationId)) };
    },

    /** Returns 'name taken' if another list has that name. */
    async updatePlanning(
      { organizationId }: Scope,
      planningId: number,
      planning: Planning,
    ): Promise<'name taken' | 'done'> {
      try {
        // A savepoint keeps a unique violation from aborting the caller's transaction.
        await db.transaction((transaction) =>
          transaction
            .update(alertPlannings)
            .set(mutable(planning))
            .where(and(eq(alertPlannings.organizationId, organizationId), eq(alertPlannings.id, planningId))),
        );
        return 'done';
      } catch (error) {
        if (isUniqueViolation(error)) return 'name taken';
        throw error;
      }
    },

    /** Deletes a list. Alerts that used it still notify their other recipients. */
    async removePlanning({ organizationId }: Scope, planningId: number): Promise<void> {
      await db
        .delete(alertPlannings)
        .where(and(eq(alertPlannings.organizationId, organizationId), eq(alertPlannings.id, planningId)));
    },
  };
}

const mutable = ({ name, phones, emails, userIds }: Planning) => ({
  name,
  phones: [...phones],
  emails: [...emails],
  userIds: [...userIds],
});

const ownFields = ({ name, installationId, eventId, emails, phones }: AlertDraft) => ({
  name,
  installationId,
  eventId,
  emails: [...emails],
  phones: [...phones],
});

async function replaceParts(db: Database, alertId: number, { actions, planningIds }: AlertDraft): Promise<void> {
  await db.delete(alertActions).where(eq(alertActions.alertId, alertId));
  if (actions.length > 0)
    await db.insert(alertActions).values(actions.map((action, order) => actionRow(alertId, action, order)));
  await db.delete(alertPlanningLinks).where(eq(alertPlanningLinks.alertId, alertId));
  if (planningIds.length > 0)
    await db.insert(alertPlanningLinks).values(planningIds.map((planningId) => ({ alertId, planningId })));
}

const actionRow = (alertId: number, { recipients, ...action }: AlertAction, order: number) => ({
  ...action,
  alertId,
  recipients: [...recipients],
  order,
});

async function withParts(db: Database, rows: readonly Row[]): Promise<readonly StoredAlert[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  // Sequential, because a transaction has a single connection.
  const conditions = await db.select().from(alertConditions).where(inArray(alertConditions.alertId, ids));
  const actions = await db
    .select()
    .from(alertActions)
    .where(inArray(alertActions.alertId, ids))
    .orderBy(asc(alertActions.order));
  const links = await db
    .select()
    .from(alertPlanningLinks)
    .where(inArray(alertPlanningLinks.alertId, ids))
    .orderBy(asc(alertPlanningLinks.planningId));
  const conditionOf = new Map(conditions.map((one) => [one.alertId, one]));
  const actionsOf = Map.groupBy(actions, ({ alertId }) => alertId);
  const linksOf = Map.groupBy(links, ({ alertId }) => alertId);
  return rows.map((row) => {
    const kept = conditionOf.get(row.id);
    if (kept === undefined) throw new Error('an alert lost its condition');
    const own = (actionsOf.get(row.id) ?? []).map(({ alertId: _alert, order: _order, ...action }) => action);
    return toAlert(
      row,
      kept,
      own,
      (linksOf.get(row.id) ?? []).map(({ planningId }) => planningId),
    );
  });
}

function toAlert(
  { installationId, eventId, createdAt, mutedUntil, mutedBy, muteReason, ...row }: Row,
  { id: conditionId, condition }: typeof alertConditions.$inferSelect,
  actions: StoredAlert['actions'],
  planningIds: readonly number[],
): StoredAlert {
  const { name, enabled, emails, phones, revision } = row;
  return {
    id: row.id,
    name,
    enabled,
    emails,
    phones,
    revision,
    installationId: id<InstallationId>(installationId),
    eventId: eventId === null ? null : id<EventId>(eventId),
    conditionId,
    // Conditions stored before a field existed lack it.
    condition: { ...emptyCondition(condition.type), ...condition },
    actions,
    planningIds,
    mute: mutedUntil === null ? null : { until: mutedUntil.getTime(), by: mutedBy, reason: muteReason },
    createdAt: createdAt.getTime(),
  };
}

async function reportEnds(
  db: Database,
  alertId: number,
  ended: readonly (typeof alertLog.$inferSelect)[],
  at: Instant,
): Promise<void> {
  if (ended.length === 0) return;
  const [alert] = await db.select({ name: alerts.name }).from(alerts).where(eq(alerts.id, alertId));
  await reportAlertEvents(
    db,
    'ended',
    ended.map((entry) => ({
      organizationId: id<OrganizationId>(entry.organizationId),
      installationId: entry.installationId,
      alertId,
      alert: alert?.name ?? '',
      severity: entry.severity,
      logId: entry.id,
      metric: entry.metrics[0]?.type ?? null,
      value: entry.metrics[0]?.value ?? null,
      place: null,
      begin: entry.dateBegin.getTime(),
      at,
      endedBy: 'disabled',
      isLate: false,
    })),
  );
}
