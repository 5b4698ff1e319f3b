import {
  allRights,
  type CrudRights,
  getStatedRight,
  hasRight,
  noRights,
  type PartialRights,
  type Right,
  type Rights,
  withRights,
} from './rights.ts';

/** Metric families of an installation's events. Each has a section of its own. */
export type Family = 'counting' | 'atmosphere' | 'energy';

export type Requirement =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'right'; readonly right: Right }
  | { readonly kind: 'administrator' }
  /** Operates the installation, by the command `atrium admin grant`. */
  | { readonly kind: 'operator' }
  | { readonly kind: 'any' | 'all'; readonly of: readonly Requirement[] }
  /** The viewer's events have a metric of this family. */
  | { readonly kind: 'family'; readonly family: Family }
  | { readonly kind: 'staticDashboard' };

const anyone: Requirement = { kind: 'anyone' };
const administrator: Requirement = { kind: 'administrator' };
const operator: Requirement = { kind: 'operator' };
const right = (name: Right): Requirement => ({ kind: 'right', right: name });
const any = (...of: readonly Requirement[]): Requirement => ({ kind: 'any', of });
const all = (...of: readonly Requirement[]): Requirement => ({ kind: 'all', of });
const family = (name: Family): Requirement => ({ kind: 'family', family: name });

/** Sensor pages and custom pages both show the numbers of sites, so either right suffices. */
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
 * Requirements of each area of the product. The menu, route guards and API all read this table; no other code checks
 * rights by name.
 */
export const areas = {
  sites: anyone,
  dashboards: anyone,
  home: anyone,
  helpCentre: anyone,
  userProfile: anyone,
  /** Tokens that act as the person. Their rights are checked at each request. */
  personalTokens: anyone,
  sensorPages,
  counting: all(sensorPages, family('counting')),
  atmosphere: all(sensorPages, family('atmosphere')),
  energy: all(sensorPages, family('energy')),
  customDashboard: customPages,
  /** Creating pages: anyone who sees custom pages may have private ones. */
  buildDashboards: customPages,
  organizationDashboards: all(customPages, right('organization.general.edit')),
  /** All measurements, and their sensors. */
  numbers: any(sensorPages, customPages),
  exportData: all({ kind: 'staticDashboard' }, right('dashboard.report.create')),
  /** Like `exportData`, but decided by rights alone, because a viewer without sensor pages has no static dashboard. */
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
  /** Previewing a report, and sending it to oneself. */
  tryReport: any(right('dashboard.report.create'), right('dashboard.report.edit')),
  /** Listing members as recipients of reports and alerts. */
  chooseMembers: any(users, alertsOrReports),
  stopAndGo: right('app.stopNGO.edit'),
  newStopAndGoScreen: right('app.stopNGO.create'),
  deleteStopAndGoScreen: right('app.stopNGO.delete'),
  salesFunnel: right('app.salesFunnel.read'),
  salesImport: right('data.salesMetrics.edit'),
  settings: any(right('organization.general.read'), users, operator),
  organizationSettings: right('organization.general.read'),
  editOrganization: right('organization.general.edit'),
  userManagement: users,
  editUser: right('organization.user.edit'),
  /** Confirming a member's email address. */
  confirmEmail: all(administrator, right('organization.user.edit')),
  deleteUser: right('organization.user.delete'),
  rightProfiles: users,
  editRightProfiles: administrator,
  /** Includes people and their rights, since a site file declares them too. */
  siteFile: all(administrator, right('organization.general.edit')),
  /** Editing a site on screen, without people and their rights. */
  siteSetup: right('organization.general.edit'),
  /** Links that show numbers without signing in, so only people who see numbers make them. */
  kiosks: all(right('organization.general.edit'), any(sensorPages, customPages)),
  /** Listing devices that wait for placement, and placing them. */
  deviceInbox: right('organization.general.edit'),
  ingestKeys: administrator,
  auditLog: administrator,
  /** The state of what serves one's own organization: messages, sensors, exports. */
  system: any(administrator, operator),
  /** The state of the whole installation. */
  installation: operator,
  viewAs: administrator,
} as const satisfies Record<string, Requirement>;

export type Area = keyof typeof areas;

/** Properties of the viewer's sites that areas depend on. */
interface Measured {
  /** Families of the metrics of their events. */
  readonly families: ReadonlySet<Family>;
  readonly hasStaticDashboard: boolean;
}

/** Known properties of a viewer. In the client the rights tree may be incomplete; on the server it never is. */
export interface Viewer extends Measured {
  /** Null while no profile is loaded. */
  readonly rights: PartialRights | null;
  /** Decides only about alerts, and only while no profile is loaded. */
  readonly isRestricted: boolean;
  readonly isAdmin: boolean;
  /** Whether they operate the installation. Absent: they do not. */
  readonly isOperator?: boolean;
}

/** Whether the client shows an area to a viewer. A right that is absent counts as allowed. */
export function canEnter(viewer: Viewer, area: Area): boolean {
  return fulfils({ ...viewer, has: (name) => isShown(viewer, name) }, areas[area]);
}

/** A caller of the API. */
export interface Caller {
  readonly role: 'admin' | 'user' | 'system';
  readonly rights: Rights;
  readonly isOperator?: boolean;
}

/**
 * Whether the API allows a caller an area. An absent right is denied. `families` and `hasStaticDashboard` are required
 * for areas that depend on them.
 */
export function isAllowed(
  { role, rights, isOperator = false }: Caller,
  area: Area,
  { families = new Set(), hasStaticDashboard = false }: Partial<Measured> = {},
): boolean {
  const has = (name: Right) => hasRight(rights, name);
  return fulfils({ isAdmin: role === 'admin', isOperator, families, hasStaticDashboard, has }, areas[area]);
}

/** Why a viewer may not enter an area. */
export interface Missing {
  readonly isAdministratorOnly: boolean;
  /** At least one right of each group is needed. */
  readonly rights: readonly (readonly Right[])[];
}

/** Returns what a viewer lacks for an area, for a message. Empty if only data of their sites is missing. */
export function findMissing(viewer: Viewer, area: Area): Missing {
  const facts: Facts = { ...viewer, has: (name) => isShown(viewer, name) };
  const unmet = unmetIn(facts, areas[area]);
  return {
    isAdministratorOnly: unmet.some(asksForRole),
    rights: unmet.map(namedIn).filter((group) => group.length > 0),
  };
}

/** Whether no right fulfils a requirement, only the role. */
const asksForRole = (requirement: Requirement): boolean =>
  'of' in requirement
    ? requirement.of.every(asksForRole)
    : requirement.kind === 'administrator' || requirement.kind === 'operator';

/** Returns the unmet parts of a requirement. Alternatives count as one part. */
function unmetIn(facts: Facts, requirement: Requirement): readonly Requirement[] {
  if (fulfils(facts, requirement)) return [];
  return requirement.kind === 'all' ? requirement.of.flatMap((part) => unmetIn(facts, part)) : [requirement];
}

/** Returns all rights in an area's requirement. */
export const rightsOf = (area: Area): readonly Right[] => namedIn(areas[area]);

function namedIn(requirement: Requirement): readonly Right[] {
  if (requirement.kind === 'right') return [requirement.right];
  return 'of' in requirement ? requirement.of.flatMap(namedIn) : [];
}

interface Facts extends Measured {
  readonly isAdmin: boolean;
  readonly isOperator?: boolean;
  readonly has: (right: Right) => boolean;
}

function fulfils(facts: Facts, requirement: Requirement): boolean {
  switch (requirement.kind) {
    case 'anyone':
      return true;
    case 'administrator':
      return facts.isAdmin;
    case 'operator':
      return facts.isOperator === true;
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

/** Whether the client treats a right as granted. */
export function isShown(viewer: Pick<Viewer, 'rights' | 'isRestricted'>, name: Right): boolean {
  const alert = alertRight(name);
  if (alert !== null) return getShownAlertRights(viewer)[alert];
  return viewer.rights === null || getStatedRight(viewer.rights, name) !== false;
}

const alertPrefix = 'dashboard.alert.';
const alertRight = (name: Right) =>
  name.startsWith(alertPrefix) ? (name.slice(alertPrefix.length) as keyof CrudRights) : null;

/**
 * Returns the alert rights for the client, an exception to "absent is allowed". Without a profile, `isRestricted`
 * decides. A profile without alert rights grants none.
 */
export function getShownAlertRights({ rights, isRestricted }: Pick<Viewer, 'rights' | 'isRestricted'>): CrudRights {
  if (rights === null)
    return { create: !isRestricted, read: !isRestricted, edit: !isRestricted, delete: !isRestricted };
  const stated: Partial<Rights['dashboard']['alert']> | undefined = rights.dashboard?.alert;
  const grants = (key: keyof CrudRights) => stated !== undefined && stated[key] !== false;
  return { create: grants('create'), read: grants('read'), edit: grants('edit'), delete: grants('delete') };
}

/**
 * Completes a profile's rights tree before it is stored. Grants every right the client would show, denies the others,
 * and drops unknown keys. So client and server agree on absent rights.
 */
export function fillRights(partial: PartialRights): Rights {
  const granted = allRights.filter((name) => isShown({ rights: partial, isRestricted: false }, name));
  return withRights(noRights, granted);
}
