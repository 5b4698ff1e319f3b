import type { MessageId } from '../../i18n/index.ts';

/** In list order; energy sites are among the other sites. */
export const dashboardTypes = {
  countingSite: 'dashboardList.type.countingSite',
  atmosphereSite: 'dashboardList.type.atmosphereSite',
  energySite: 'dashboardList.type.energySite',
  custom: 'dashboardList.type.custom',
  marketPlace: 'dashboardList.type.marketPlace',
} as const satisfies Record<string, MessageId>;

export type DashboardType = keyof typeof dashboardTypes;

const types = Object.keys(dashboardTypes);

export function isDashboardType(type: string): type is DashboardType {
  return types.includes(type);
}

/** Static dashboards have no name of their own: they show the organization's sites. */
export function isStatic(type: string): boolean {
  return type === 'countingSite' || type === 'atmosphereSite' || type === 'energySite';
}

/** Sorts sites first, then custom and marketplace dashboards, each by name. Unknown types come last. */
export function sortDashboards<Item extends { readonly type: string; readonly name: string }>(
  list: readonly Item[],
  locale: string,
): readonly Item[] {
  const rank = ({ type }: Item) => (isDashboardType(type) ? types.indexOf(type) : types.length);
  return list.toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name, locale));
}
