import { type CrudRights, holds, type Right, type Rights } from './rights.ts';
import { allRights, noRights, type PartialRights, statedRight, withRights } from './rights-tree.ts';

/** What an installation's events may hold metrics of; each has a section of its own. */
export type Family = 'counting' | 'atmosphere' | 'energy';

export type Requirement =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'right'; readonly right: Right }
  | { readonly kind: 'administrator' }
  | { readonly kind: 'any' | 'all'; readonly of: readonly Requirement[] }
  /** The viewer's events hold a metric of this family. */
  | { readonly kind: 'family'; readonly family: Family }
  | { readonly kind: 'staticDashboard' };

const anyone: Requirement = { kind: 'anyone' };
const administrator: Requirement = { kind: 'administrator' };
const right = (name: Right): Requirement => ({ kind: 'right', right: name });
const any = (...of: readonly Requirement[]): Requirement => ({ kind: 'any', of });
const all = (...of: readonly Requirement[]): Requirement => ({ kind: 'all', of });
const family = (name: Family): Requirement => ({ kind: 'family', family: name });

/** Pages of sensors and custom pages show the numbers of sites: either right opens them. */
const sensorPages = right('dashboard.sensor.read');
const customPages = right('dashboard.custom.read');
const users = right('organization.user.read');
const alertsOrReports = any(
  right('dashboard.report.create'),
  right('dashboard.report.edit'),
  right('dashboard.alert.create'),
  right('dashboard.alert.edit'),
);

/**
 * What each area of the product asks of its viewer. The menu, the route guards and the API read this one table: nothing
 * else in the product names a right to decide by it.
 */
export const areas = {
  sites: anyone,
  dashboards: anyone,
  home: anyone,
  helpCentre: anyone,
  userProfile: anyone,
  sensorPages,
  counting: all(sensorPages, family('counting')),
  atmosphere: all(sensorPages, family('atmosphere')),
  energy: all(sensorPages, family('energy')),
  customDashboard: customPages,
  /** Making pages: everybody who sees some may have own ones. */
  buildDashboards: customPages,
  organizationDashboards: all(customPages, right('organization.general.edit')),
  /** Everything that is measured, and the sensors behind it. */
  numbers: any(sensorPages, customPages),
  exportData: all({ kind: 'staticDashboard' }, right('dashboard.report.create')),
  /** The same by rights alone: without the first of these there is no static dashboard. */
  exports: all(sensorPages, right('dashboard.report.create')),
  alerts: any(right('dashboard.alert.read'), right('dashboard.alert.create'), right('dashboard.alert.edit')),
  alertLog: right('dashboard.alert.read'),
  newAlert: right('dashboard.alert.create'),
  updateAlert: right('dashboard.alert.edit'),
  deleteAlert: right('dashboard.alert.delete'),
  reports: right('dashboard.report.read'),
  newReport: right('dashboard.report.create'),
  updateReport: right('dashboard.report.edit'),
  deleteReport: right('dashboard.report.delete'),
  /** Seeing what a report would say, and sending it to oneself. */
  tryReport: any(right('dashboard.report.create'), right('dashboard.report.edit')),
  /** Whom reports and alerts are for is chosen among the members. */
  chooseMembers: any(users, alertsOrReports),
  stopAndGo: right('app.stopNGO.edit'),
  newStopAndGoScreen: right('app.stopNGO.create'),
  deleteStopAndGoScreen: right('app.stopNGO.delete'),
  salesFunnel: right('app.salesFunnel.read'),
  salesImport: right('data.salesMetrics.edit'),
  settings: any(right('organization.general.read'), users),
  organizationSettings: right('organization.general.read'),
  editOrganization: right('organization.general.edit'),
  userManagement: users,
  editUser: right('organization.user.edit'),
  /** Saying that an address is its member's. */
  confirmEmail: all(administrator, right('organization.user.edit')),
  deleteUser: right('organization.user.delete'),
  rightProfiles: users,
  editRightProfiles: administrator,
  /** A site file declares people and their rights too. */
  siteFile: all(administrator, right('organization.general.edit')),
  /** What a site is made of, on screen; of people and their rights it says nothing. */
  siteSetup: right('organization.general.edit'),
  /** What devices send before anybody says where they hang, and saying so. */
  deviceInbox: right('organization.general.edit'),
  ingestKeys: administrator,
  auditLog: administrator,
  viewAs: administrator,
} as const satisfies Record<string, Requirement>;

export type Area = keyof typeof areas;

/** What of a viewer's sites areas depend on. */
interface Measured {
  /** Those their events hold metrics of. */
  readonly families: ReadonlySet<Family>;
  readonly hasStaticDashboard: boolean;
}

/** What is known of a viewer. In the interface the tree may be incomplete; on the server it never is. */
export interface Viewer extends Measured {
  /** null while no profile is loaded. */
  readonly rights: PartialRights | null;
  /** Decides about alerts, and alerts only, while no profile is loaded. */
  readonly isRestricted: boolean;
  readonly isAdmin: boolean;
}

/** Whether an area is open to a viewer, by what the interface is to show: a right nobody mentions is allowed. */
export function mayEnter(viewer: Viewer, area: Area): boolean {
  return fulfils({ ...viewer, has: (name) => isShown(viewer, name) }, areas[area]);
}

/** Who calls the API. */
export interface Caller {
  readonly role: 'admin' | 'user' | 'system';
  readonly rights: Rights;
}

/**
 * Whether the API lets somebody do what belongs to an area: by the leaves of their profile, where one that is not there
 * grants nothing. What their sites measure has to be said where an area asks for it.
 */
export function isAllowed(
  { role, rights }: Caller,
  area: Area,
  { families = new Set(), hasStaticDashboard = false }: Partial<Measured> = {},
): boolean {
  const has = (name: Right) => holds(rights, name);
  return fulfils({ isAdmin: role === 'admin', families, hasStaticDashboard, has }, areas[area]);
}

/** What keeps a viewer out of an area. */
export interface Missing {
  readonly isAdministratorOnly: boolean;
  /** Of each group they need one. */
  readonly rights: readonly (readonly Right[])[];
}

/** What a viewer lacks for an area, as the interface is to say it: nothing where only the data of their sites is missing. */
export function missingFor(viewer: Viewer, area: Area): Missing {
  const facts: Facts = { ...viewer, has: (name) => isShown(viewer, name) };
  const unmet = unmetIn(facts, areas[area]);
  return {
    isAdministratorOnly: unmet.some(({ kind }) => kind === 'administrator'),
    rights: unmet.map(namedIn).filter((group) => group.length > 0),
  };
}

/** The parts of a requirement that are not met; what offers a choice is one part. */
function unmetIn(facts: Facts, requirement: Requirement): readonly Requirement[] {
  if (fulfils(facts, requirement)) return [];
  return requirement.kind === 'all' ? requirement.of.flatMap((part) => unmetIn(facts, part)) : [requirement];
}

/** The rights an area's requirement names, wherever in it they stand. */
export const rightsOf = (area: Area): readonly Right[] => namedIn(areas[area]);

function namedIn(requirement: Requirement): readonly Right[] {
  if (requirement.kind === 'right') return [requirement.right];
  return 'of' in requirement ? requirement.of.flatMap(namedIn) : [];
}

interface Facts extends Measured {
  readonly isAdmin: boolean;
  readonly has: (right: Right) => boolean;
}

function fulfils(facts: Facts, requirement: Requirement): boolean {
  switch (requirement.kind) {
    case 'anyone':
      return true;
    case 'administrator':
      return facts.isAdmin;
    case 'right':
      return facts.has(requirement.right);
    case 'any':
      return requirement.of.some((part) => fulfils(facts, part));
    case 'all':
      return requirement.of.every((part) => fulfils(facts, part));
    case 'family':
      return facts.families.has(requirement.family);
    case 'staticDashboard':
      return facts.hasStaticDashboard;
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
