import { getPlansFolder } from '../../pages/map-views/index.ts';
import { organizationStore } from '../../people/organization/index.ts';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { Database } from '../../platform/relational/relational-store.ts';
import { openTenantRows } from '../../platform/tenancy/index.ts';
import { demoOrganizations } from './demo-organizations.ts';
import { type DemoRecord, demoRecordsStore } from './demo-records.store.ts';

export interface RemovalDependencies {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly files: FileStore;
  /** Reports each step. */
  readonly log: (step: string) => void;
}

type Interrupted = 'none' | 'removed' | 'kept';

/**
 * Removes what an interrupted seeding created, and nothing else. Keeps everything if other people have joined one of
 * the organizations meanwhile. If interrupted itself, it starts again.
 */
export async function removeInterrupted({ db, analytics, files, log }: RemovalDependencies): Promise<Interrupted> {
  const store = demoRecordsStore(db);
  const records = await store.all();
  if (records.every(({ isComplete }) => isComplete)) return 'none';
  for (const record of records)
    if ((await store.otherAccounts(record.organizationId, emailsOf(record))) > 0) {
      await store.complete();
      return 'kept';
    }
  // The records are removed last, with their organizations, because they list what is still to be removed.
  for (const { organizationId } of records) {
    await openTenantRows(analytics, { organization: organizationId }).remove();
    log('readings removed');
    for (const key of await files.list(getPlansFolder(organizationId))) await files.delete(key);
    log('plans removed');
  }
  await organizationStore(db).remove(records.map(({ organizationId }) => organizationId));
  log('organizations removed');
  return 'removed';
}

const emailsOf = ({ name }: DemoRecord) =>
  demoOrganizations.find((organization) => organization.name === name)?.emails ?? [];
