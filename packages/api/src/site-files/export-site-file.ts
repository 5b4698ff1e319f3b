import type { OrganizationId } from '@atrium/domain/core';
import type { Database } from '../platform/relational/index.ts';
import { writeSiteFile } from './format/writing/write-site-file.ts';
import { loadSites } from './store/load-state.store.ts';

/** Returns the stored organization as a site file. Applying it changes nothing. */
export async function exportSiteFile(db: Database, organizationId: OrganizationId): Promise<string> {
  const { state } = await db.transaction((transaction) => loadSites(transaction, organizationId), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  return writeSiteFile(state);
}
