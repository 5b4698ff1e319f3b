import type { DashboardId, InstallationId, Instant, PageId } from '@atrium/domain/core';
import { listFamilies } from '@atrium/domain/pages';
import { type Family, isAllowed } from '@atrium/domain/people/access';
import type { Scope } from '../platform/tenancy/index.ts';
import type { DashboardsStore, StoredDashboard } from './dashboards.store.ts';

export const dashboardKinds = ['user', 'organisation', 'static', 'marketplace'] as const;
export const dashboardTypes = ['countingSite', 'atmosphereSite', 'energySite', 'custom', 'marketPlace'] as const;

/** A dashboard as shown in the list and the sidebar. */
export interface ListedDashboard {
  /** Null: derived from what the viewer's sites measure, not stored. */
  readonly id: DashboardId | null;
  readonly key: string;
  readonly kind: (typeof dashboardKinds)[number];
  readonly type: (typeof dashboardTypes)[number];
  readonly marketPlaceType: string | null;
  /** For a static dashboard, the organization's name: screens write "Sites of …" in their own language. */
  readonly name: string;
  readonly icon: string | null;
  /** A path of the product. */
  readonly url: string;
  readonly installationId: InstallationId | null;
  /** Null for a static dashboard. */
  readonly lastModified: Instant | null;
}

export interface ListDependencies {
  readonly store: Pick<DashboardsStore, 'all' | 'firstPages'>;
  readonly organizationName: (scope: Scope) => Promise<string>;
  /** Returns the metrics of the events at the sites the viewer sees. */
  readonly eventMetrics: (scope: Scope) => Promise<readonly string[]>;
}

const sections: readonly (readonly [Family, ListedDashboard['type'], string])[] = [
  ['counting', 'countingSite', '/counting'],
  ['atmosphere', 'atmosphereSite', '/atmosphere'],
  ['energy', 'energySite', '/energy'],
];

/** Lists the dashboards the viewer may open: counting, atmosphere, energy, then custom ones, then the marketplace. */
export async function listDashboards(
  { store, organizationName, eventMetrics }: ListDependencies,
  scope: Scope,
): Promise<readonly ListedDashboard[]> {
  const listed: ListedDashboard[] = [];
  if (isAllowed(scope, 'sensorPages')) {
    const families = listFamilies(await eventMetrics(scope));
    const name = await organizationName(scope);
    for (const [family, type, url] of sections)
      if (isAllowed(scope, family, { families }))
        listed.push({ ...ownerless, key: `static-${family}`, kind: 'static', type, name, url });
  }
  if (isAllowed(scope, 'customDashboard')) {
    const firstPages = await store.firstPages(scope);
    const stored = (await store.all(scope)).map((dashboard) =>
      toListedDashboard(dashboard, firstPages.get(dashboard.id)),
    );
    const isOffered = ({ kind }: ListedDashboard) => kind === 'marketplace';
    listed.push(...stored.filter((one) => !isOffered(one)), ...stored.filter(isOffered));
  }
  return listed;
}

/** Whether a viewer may open any static page: counting, air or energy. */
export async function hasStaticDashboard(
  { eventMetrics }: Pick<ListDependencies, 'eventMetrics'>,
  scope: Scope,
): Promise<boolean> {
  if (!isAllowed(scope, 'sensorPages')) return false;
  const families = listFamilies(await eventMetrics(scope));
  return sections.some(([family]) => isAllowed(scope, family, { families }));
}

const ownerless = { id: null, marketPlaceType: null, icon: null, installationId: null, lastModified: null } as const;

export function toListedDashboard(
  { userId: _owner, roleIds: _roles, ...dashboard }: StoredDashboard,
  firstPage: PageId | undefined,
): ListedDashboard {
  return {
    ...dashboard,
    type: dashboard.kind === 'marketplace' ? 'marketPlace' : 'custom',
    url: firstPage === undefined ? '/analytics/dashboard' : `/dashboard/${dashboard.id}/page/${firstPage}`,
  };
}
