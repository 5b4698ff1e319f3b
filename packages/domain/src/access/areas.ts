import type { CrudRights, Right, Rights } from './rights.ts';
import { allRights, noRights, type PartialRights, statedRight, withRights } from './rights-tree.ts';

/** What an installation's events may hold metrics of; each has a section of its own. */
export type Family = 'counting' | 'atmosphere' | 'energy';

export type Requirement =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'right'; readonly right: Right }
  | { readonly kind: 'any' | 'all'; readonly of: readonly Requirement[] }
  /** The viewer's events hold a metric of this family. */
  | { readonly kind: 'family'; readonly family: Family }
  | { readonly kind: 'staticDashboard' };

const anyone: Requirement = { kind: 'anyone' };
const right = (name: Right): Requirement => ({ kind: 'right', right: name });
const any = (...of: readonly Requirement[]): Requirement => ({ kind: 'any', of });
const all = (...of: readonly Requirement[]): Requirement => ({ kind: 'all', of });
const family = (name: Family): Requirement => ({ kind: 'family', family: name });

/**
 * What each area of the product asks of its viewer. The menu, the route guards and the API read this one table.
 */
export const areas = {
  sites: anyone,
  dashboards: anyone,
  home: anyone,
  helpCentre: anyone,
  userProfile: anyone,
  counting: all(right('dashboard.sensor.read'), family('counting')),
  atmosphere: all(right('dashboard.sensor.read'), family('atmosphere')),
  energy: all(right('dashboard.sensor.read'), family('energy')),
  customDashboard: right('dashboard.custom.read'),
  exportData: all({ kind: 'staticDashboard' }, right('dashboard.report.create')),
  alerts: any(right('dashboard.alert.read'), right('dashboard.alert.create'), right('dashboard.alert.edit')),
  newAlert: right('dashboard.alert.create'),
  updateAlert: right('dashboard.alert.edit'),
  deleteAlert: right('dashboard.alert.delete'),
  reports: right('dashboard.report.read'),
  newReport: right('dashboard.report.create'),
  updateReport: right('dashboard.report.edit'),
  deleteReport: right('dashboard.report.delete'),
  stopAndGo: right('app.stopNGO.edit'),
  newStopAndGoScreen: right('app.stopNGO.create'),
  deleteStopAndGoScreen: right('app.stopNGO.delete'),
  salesFunnel: right('app.salesFunnel.read'),
  salesImport: right('data.salesMetrics.edit'),
  settings: any(right('organization.general.read'), right('organization.user.read')),
  organizationSettings: right('organization.general.read'),
  editOrganization: right('organization.general.edit'),
  userManagement: right('organization.user.read'),
  editUser: right('organization.user.edit'),
  deleteUser: right('organization.user.delete'),
} as const satisfies Record<string, Requirement>;

export type Area = keyof typeof areas;

/** What is known of a viewer. In the interface the tree may be incomplete; on the server it never is. */
export interface Viewer {
  /** null while no profile is loaded. */
  readonly rights: PartialRights | null;
  /** Decides about alerts, and alerts only, while no profile is loaded. */
  readonly isRestricted: boolean;
  readonly families: ReadonlySet<Family>;
  readonly hasStaticDashboard: boolean;
}

/** Whether an area is open to a viewer, by what the interface is to show: a right nobody mentions is allowed. */
export function mayEnter(viewer: Viewer, area: Area): boolean {
  return fulfils(viewer, areas[area]);
}

function fulfils(viewer: Viewer, requirement: Requirement): boolean {
  switch (requirement.kind) {
    case 'anyone':
      return true;
    case 'right':
      return isShown(viewer, requirement.right);
    case 'any':
      return requirement.of.some((part) => fulfils(viewer, part));
    case 'all':
      return requirement.of.every((part) => fulfils(viewer, part));
    case 'family':
      return viewer.families.has(requirement.family);
    case 'staticDashboard':
      return viewer.hasStaticDashboard;
  }
}

/** One right as the interface reads it. */
export function isShown(viewer: Pick<Viewer, 'rights' | 'isRestricted'>, name: Right): boolean {
  const alert = alertRight(name);
  if (alert !== null) return shownAlertRights(viewer)[alert];
  return viewer.rights === null || statedRight(viewer.rights, name) !== false;
}

const alertPrefix = 'dashboard.alert.';
const alertRight = (name: Right) =>
  name.startsWith(alertPrefix) ? (name.slice(alertPrefix.length) as keyof CrudRights) : null;

/**
 * Alerts are the exception to "absent is allowed": without a profile the negation of "is restricted" decides, and a
 * profile that says nothing of alerts grants none.
 */
export function shownAlertRights({ rights, isRestricted }: Pick<Viewer, 'rights' | 'isRestricted'>): CrudRights {
  if (rights === null)
    return { create: !isRestricted, read: !isRestricted, edit: !isRestricted, delete: !isRestricted };
  const stated: Partial<Rights['dashboard']['alert']> | undefined = rights.dashboard?.alert;
  const grants = (key: keyof CrudRights) => stated !== undefined && stated[key] !== false;
  return { create: grants('create'), read: grants('read'), edit: grants('edit'), delete: grants('delete') };
}

/**
 * The complete tree of a profile as it was written: every leaf the interface would show is granted, the others are not,
 * and keys the specification does not know are dropped. Done when a profile is stored, so that both sides agree on what
 * an absent right means and the server never has to guess.
 */
export function fillRights(partial: PartialRights): Rights {
  const granted = allRights.filter((name) => isShown({ rights: partial, isRestricted: false }, name));
  return withRights(noRights, granted);
}
