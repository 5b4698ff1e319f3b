import type { OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../platform/analytics-store.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { Database } from '../../platform/relational/index.ts';
import { tenantRows } from '../../platform/tenancy/index.ts';
import { organizationStore } from '../organization.store.ts';

export interface ErasingDependencies {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly files: FileStore;
  /** Forgets which of its readings were acknowledged: what is erased must not be missed. */
  readonly forgetAcknowledged: (organizationId: OrganizationId) => Promise<void>;
  /** Links in mails that no account has, such as the way out of a report's. */
  readonly forgetLinks: (organizationId: OrganizationId) => Promise<void>;
}

/**
 * Erases an organization with its readings, files, people and log, for good. Nothing else may be at work on the stores:
 * days and devices are known by heart there. The organization itself goes last, so that what was interrupted is found
 * by its name, and done again.
 */
export async function eraseOrganization(
  { db, analytics, files, forgetAcknowledged, forgetLinks }: ErasingDependencies,
  organizationId: OrganizationId,
): Promise<void> {
  await forgetAcknowledged(organizationId);
  await tenantRows(analytics, { organization: organizationId }).remove();
  await files.deleteOf(organizationId);
  await forgetLinks(organizationId);
  await organizationStore(db).remove([organizationId]);
}
