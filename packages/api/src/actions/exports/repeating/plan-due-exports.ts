import { countRows, findDueSpan, listExportPlaces } from '@atrium/domain/actions/exports';
import { findDueSlot, findNextSlot } from '@atrium/domain/actions/schedules';
import type { OrganizationId } from '@atrium/domain/core';
import { recordAudit } from '../../../people/audit/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { systemScope } from '../../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import type { ExportJob } from '../job.ts';
import type { RepeatingExport } from './repeating.store.ts';
import { dueExportsStore, exportSchedule } from './repeating.store.ts';

type Needs = Pick<ExportsDependencies, 'db' | 'clock' | 'sites'>;

/**
 * Creates a job for each due slot. If several slots were missed, creates a job for the newest only. Any number of
 * processes may run it, because a date has one job. Returns the number of exports with a due slot.
 */
export function planDueExports({ db, clock, sites }: Needs): Promise<number> {
  const now = clock.now();
  return exportSchedule(db).planDue(now, async (transaction, repeating) => {
    const store = dueExportsStore(transaction);
    const site = await sites.topology(systemScope(repeating.organizationId), repeating.installationId);
    // A removed site can be restored. Its export then has to be switched on again.
    if (site === null) {
      await store.switchOff(repeating.id);
      return null;
    }
    const slot = findDueSlot(repeating, site.timezone, { nextAt: repeating.nextAt ?? now, now });
    if (slot !== null) {
      const request = { ...repeating.request, ...findDueSpan(site, repeating, slot.at) };
      const places = listExportPlaces(site, request);
      // An invalid export fails as a job, which tells the owner why.
      const rowsTotal = places.ok ? countRows(site, request, request.granularity, places.value.length).rows : 0;
      await store.insertJob(repeating, { slot: slot.date, request, rowsTotal, at: now });
    }
    return findNextSlot(repeating, site.timezone, now).at;
  });
}

/** Recomputes next slots after sites changed. */
export function replanExports({ db, clock, sites }: Needs, organizationId: OrganizationId): Promise<void> {
  const now = clock.now();
  return exportSchedule(db).replan(organizationId, now, async (repeating) => {
    const site = await sites.topology(systemScope(organizationId), repeating.installationId);
    return site === null ? repeating.nextAt : findNextSlot(repeating, site.timezone, now).at;
  });
}

/** Switches off a repeating export that cannot succeed any more, instead of failing every day. */
export async function switchOffRepeating(
  { clock, sites }: Needs,
  transaction: Database,
  { repeatingId }: Pick<ExportJob, 'repeatingId'>,
): Promise<RepeatingExport | null> {
  const ended = repeatingId === null ? null : await dueExportsStore(transaction).switchOff(repeatingId);
  if (ended === null) return null;
  const { id: subjectId, organizationId, installationId } = ended;
  const scope = systemScope(organizationId);
  const name = (await sites.topology(scope, installationId))?.name ?? '';
  const [at, details] = [clock.now(), { name }];
  await recordAudit(scope, transaction, {
    at,
    action: 'export.repeatingSwitchedOff',
    details,
    subjectId,
    installationId,
  });
  return ended;
}
