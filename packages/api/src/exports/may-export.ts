import { isAllowed } from '@atrium/domain/access';
import type { InstallationId } from '@atrium/domain/core';
import type { Topology } from '@atrium/domain/sites';
import type { Scope } from '../platform/tenancy/index.ts';

/** Whether somebody may take out data: a right, and a page that shows any. */
export type MayExport = (scope: Scope) => Promise<boolean>;

export const createMayExport =
  (hasStaticDashboard: (scope: Scope) => Promise<boolean>): MayExport =>
  async (scope) =>
    isAllowed(scope, 'exportData', { hasStaticDashboard: await hasStaticDashboard(scope) });

/** Why a member gets no file about a site. */
export type WhyNot = 'site' | 'numbers' | 'address';

/** Whether a member may get a file about a site, which holds what they could see there themselves; null: they may. */
export async function whyNotGet(
  sites: { topology(scope: Scope, id: InstallationId): Promise<Topology | null> },
  scope: Scope | null,
  installationId: InstallationId,
  email: string | null,
): Promise<WhyNot | null> {
  if (scope === null || (await sites.topology(scope, installationId)) === null) return 'site';
  if (!isAllowed(scope, 'numbers')) return 'numbers';
  return email === null ? 'address' : null;
}
