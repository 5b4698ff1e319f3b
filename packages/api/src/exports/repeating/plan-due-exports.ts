import type { Instant, OrganizationId } from '@atrium/domain/core';
import { countRows, exportPlaces, spanDueAt } from '@atrium/domain/exports';
import { dueSlot, nextSlot } from '@atrium/domain/schedules';
import { audit } from '../../audit/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { systemScope } from '../../platform/tenancy/index.ts';
import type { ExportsDependencies } from '../exports-dependencies.ts';
import type { ExportJob } from '../job.ts';
import { dueExportsStore } from './repeating.store.ts';
import type { RepeatingExport } from './repeating-export.ts';

type Needs = Pick<ExportsDependencies, 'db' | 'clock' | 'sites'>;

/** Repeating exports looked at in one transaction. */
const portion = 50;

/**
 * Writes a job for each slot that has come, which is then made as any other. Of slots missed while nobody looked only the
 * newest is made. Any number of processes may do this at once: who holds a repeating export is not waited for, and a
 * date has one job. Answers how many had a slot.
 */
export function planDueExports({ db, clock, sites }: Needs): Promise<number> {
  const now = clock.now();
  return db.transaction(async (transaction) => {
    const store = dueExportsStore(transaction);
    const due = await store.due(now, portion);
    for (const repeating of due) {
      const site = await sites.topology(systemScope(repeating.organizationId), repeating.installationId);
      // A removed site may be put back: then its export is switched on again by whoever wants it.
      if (site === null) {
        await store.switchOff(repeating.id);
        continue;
      }
      const slot = dueSlot(repeating, site.timezone, { nextAt: repeating.nextAt ?? now, now });
      if (slot !== null) {
        const request = { ...repeating.request, ...spanDueAt(site, repeating, slot.at) };
        const places = exportPlaces(site, request);
        // What can't be made any more fails as a job, which tells its owner why.
        const rowsTotal = places.ok ? countRows(site, request, request.granularity, places.value.length).rows : 0;
        await store.insertJob(repeating, { slot: slot.date, request, rowsTotal, at: now });
      }
      await store.setNext(repeating.id, nextSlot(repeating, site.timezone, now).at);
    }
    return due.length;
  });
}

/** Sites of an organization have changed: their clocks may have. What has come already is for the schedule to make. */
export async function planAnew({ db, clock, sites }: Needs, organizationId: OrganizationId): Promise<void> {
  const store = dueExportsStore(db);
  const now: Instant = clock.now();
  for (const repeating of await store.ofOrganization(organizationId)) {
    const site = await sites.topology(systemScope(organizationId), repeating.installationId);
    if (site === null || repeating.nextAt === null || repeating.nextAt <= now) continue;
    const nextAt = nextSlot(repeating, site.timezone, now).at;
    if (nextAt !== repeating.nextAt) await store.setNext(repeating.id, nextAt);
  }
}

/** What can never be made again as it stands is switched off, rather than failing day after day. */
export async function endRepeating(
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
  await audit(scope, transaction, { at, action: 'export.repeatingSwitchedOff', details, subjectId, installationId });
  return ended;
}
