import type { OrganizationId } from '@atrium/domain/core';
import type { AnalyticsStore } from '../../../platform/analytics-store.ts';
import type { FileStore } from '../../../platform/files/index.ts';
import type { Database } from '../../../platform/relational/relational-store.ts';
import { openTenantRows } from '../../../platform/tenancy/index.ts';
import { organizationStore } from '../organization.store.ts';

export interface ErasingDependencies {
  readonly db: Database;
  readonly analytics: AnalyticsStore;
  readonly files: FileStore;
  /** Deletes the acknowledged high-water marks, so that erased readings are not reported as lost. */
  readonly forgetAcknowledged: (organizationId: OrganizationId) => Promise<void>;
  /** Deletes links in mails without an account, such as unsubscribe links of reports. */
  readonly forgetLinks: (organizationId: OrganizationId) => Promise<void>;
}

/**
 * Permanently erases an organization with its readings, files, users and log. The stores must not be in use by another
 * process, because these cache days and devices. The organization's row goes last, so that an interrupted run can be
 * found by its name and repeated.
 */
export async function eraseOrganization(
  { db, analytics, files, forgetAcknowledged, forgetLinks }: ErasingDependencies,
  organizationId: OrganizationId,
): Promise<void> {
  await forgetAcknowledged(organizationId);
  await openTenantRows(analytics, { organization: organizationId }).remove();
  await files.deleteOf(organizationId);
  await forgetLinks(organizationId);
  await organizationStore(db).remove([organizationId]);
}
