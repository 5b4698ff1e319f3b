import { getReportState } from '@atrium/domain/actions/reports';
import { findDueSlot } from '@atrium/domain/actions/schedules';
import { type Clock, type Instant, type OrganizationId, toSiteDay } from '@atrium/domain/core';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import type { Site, SiteSnapshots } from '../../../sites/index.ts';
import { findNextSlotAt } from '../change-reports.ts';
import { deliveriesStore } from '../deliveries.store.ts';
import type { StoredReport } from '../reports.store.ts';
import { reportSchedule } from '../reports.store.ts';

export interface PlanDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly sites: SiteSnapshots;
}

/**
 * Creates a delivery for each due slot. It sends only the newest of several missed slots, late. A report whose event is
 * not running skips its slot. Returns the number of reports with a due slot.
 */
export function planSlots({ db, clock, sites }: PlanDependencies): Promise<number> {
  const now = clock.now();
  return reportSchedule(db).planDue(now, async (transaction, report) => {
    const scope = systemScope(report.organizationId);
    const snapshot = await sites.snapshot(scope);
    const site = snapshot.sites.get(report.installationId);
    const slot = site && findSlotToSend(report, site, now);
    if (slot)
      await deliveriesStore(transaction).insert(scope, {
        reportId: report.id,
        kind: 'scheduled',
        slot: slot.date,
        at: now,
        isLate: slot.isLate,
        request: null,
        askedBy: null,
      });
    return findNextSlotAt(report, snapshot, now);
  });
}

/** Recomputes next slots after sites changed. */
export async function replanReports(
  { db, clock, sites }: PlanDependencies,
  organizationId: OrganizationId,
): Promise<void> {
  const snapshot = await sites.snapshot(systemScope(organizationId));
  const now = clock.now();
  await reportSchedule(db).replan(organizationId, now, async (report) => findNextSlotAt(report, snapshot, now));
}

/** Returns the newest due slot during the report's event. Null: none, or the site's time zone changed. */
function findSlotToSend(report: StoredReport, { topology, events }: Site, now: Instant) {
  const slot = findDueSlot(report, topology.timezone, { nextAt: report.nextAt ?? now, now });
  if (slot === null) return null;
  const event = events.find(({ id, removedAt }) => id === report.eventId && removedAt === null) ?? null;
  return getReportState(event, toSiteDay(topology, slot.at)) === 'ACTIVE' ? slot : null;
}
