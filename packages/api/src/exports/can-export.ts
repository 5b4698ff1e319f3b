import { isAllowed } from '@atrium/domain/access';
import type { InstallationId } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { Scope } from '../platform/tenancy/index.ts';

/** Returns whether a scope may export: it needs the right, and a page that shows data. */
export type CanExport = (scope: Scope) => Promise<boolean>;

export const createCanExport =
  (hasStaticDashboard: (scope: Scope) => Promise<boolean>): CanExport =>
  async (scope) =>
    isAllowed(scope, 'exportData', { hasStaticDashboard: await hasStaticDashboard(scope) });

/** Why a member may not get a file about a site. */
export type AccessProblem = 'site' | 'numbers' | 'address';

/**
 * Returns why a member may not get a file about a site, or null. A file holds what the member can see there themselves.
 */
export async function findAccessProblem(
  sites: { topology(scope: Scope, id: InstallationId): Promise<Topology | null> },
  scope: Scope | null,
  installationId: InstallationId,
  email: string | null,
): Promise<AccessProblem | null> {
  if (scope === null || (await sites.topology(scope, installationId)) === null) return 'site';
  if (!isAllowed(scope, 'numbers')) return 'numbers';
  return email === null ? 'address' : null;
}
