import type { Right } from '@atrium/domain/access';
import type { MessageId } from '../../i18n/index.ts';
import type { IconName } from '../../ui/icons/index.ts';

/** Whether the viewer holds a right. */
export type May = (right: Right) => boolean;

/** A page of the product that header, sidebar, bottom bar, palette and home page lead to. */
export interface Place {
  readonly path: string;
  readonly label: MessageId;
  readonly icon: IconName;
  /** It is the current one on every path that begins like one of these. */
  readonly covers: readonly string[];
  /** Where more is asked than the right the page's own route names. */
  readonly shown?: (may: May) => boolean;
}

const one =
  (right: Right) =>
  (may: May): boolean =>
    may(right);

/**
 * Every place, with who sees it. A place whose page does not exist in this build is not shown anywhere (`useShown`), so
 * a page that comes to exist needs its route only.
 */
export const places = {
  sites: { path: '/analytics/sites', label: 'shell.sitesOverview', icon: 'grid', covers: ['/analytics/sites'] },
  discover: {
    path: '/analytics/dashboard',
    label: 'shell.discover',
    icon: 'compass',
    covers: ['/analytics/dashboard'],
  },
  counting: { path: '/counting', label: 'shell.counting', icon: 'analytics', covers: ['/counting'] },
  atmosphere: { path: '/atmosphere', label: 'shell.atmosphere', icon: 'air', covers: ['/atmosphere'] },
  energy: { path: '/energy', label: 'shell.energy', icon: 'energy', covers: ['/energy'] },
  home: { path: '/home', label: 'shell.home', icon: 'home', covers: ['/home', '/home2'] },
  help: { path: '/help', label: 'shell.help', icon: 'help', covers: ['/help'] },
  analytics: {
    path: '/analytics/sites',
    label: 'shell.analytics',
    icon: 'analytics',
    covers: ['/analytics', '/counting', '/atmosphere', '/energy', '/dashboard'],
  },
  salesFunnel: {
    path: '/sales-funnel',
    label: 'shell.salesFunnel',
    icon: 'filter',
    covers: ['/sales-funnel'],
    shown: one('app.salesFunnel.read'),
  },
  exportData: {
    path: '/export-data',
    label: 'shell.export',
    icon: 'download',
    covers: ['/export-data'],
    shown: one('dashboard.report.create'),
  },
  alerts: {
    path: '/alerts',
    label: 'shell.alerts',
    icon: 'bell',
    covers: ['/alerts'],
    shown: (may) => may('dashboard.alert.read') || may('dashboard.alert.create') || may('dashboard.alert.edit'),
  },
  reports: {
    path: '/reports',
    label: 'shell.reports',
    icon: 'table',
    covers: ['/reports'],
    shown: one('dashboard.report.read'),
  },
  salesImport: {
    path: '/sales-metrics-import',
    label: 'shell.import',
    icon: 'upload',
    covers: ['/sales-metrics-import'],
    shown: one('data.salesMetrics.edit'),
  },
  stopAndGo: {
    path: '/stop-n-go',
    label: 'shell.stopAndGo',
    icon: 'flag',
    covers: ['/stop-n-go'],
    shown: one('app.stopNGO.edit'),
  },
  settings: {
    path: '/settings',
    label: 'shell.settings',
    icon: 'gear',
    covers: ['/settings'],
    shown: (may) => may('organization.general.read') || may('organization.user.read'),
  },
  organization: {
    path: '/settings/organization',
    label: 'shell.organization',
    icon: 'home',
    covers: ['/settings/organization'],
  },
  userManagement: {
    path: '/settings/user-management',
    label: 'shell.userManagement',
    icon: 'person',
    covers: ['/settings/user-management'],
  },
  rightProfiles: {
    path: '/settings/right-profiles',
    label: 'shell.rightProfiles',
    icon: 'lock',
    covers: ['/settings/right-profiles'],
  },
  auditLog: {
    path: '/settings/audit-log',
    label: 'shell.auditLog',
    icon: 'table',
    covers: ['/settings/audit-log'],
  },
  profile: { path: '/user-profile', label: 'shell.profile', icon: 'person', covers: ['/user-profile'] },
  profileGeneral: {
    path: '/user-profile/general',
    label: 'shell.profileGeneral',
    icon: 'person',
    covers: ['/user-profile/general'],
  },
  profilePreferences: {
    path: '/user-profile/preferences',
    label: 'shell.profilePreferences',
    icon: 'gear',
    covers: ['/user-profile/preferences'],
  },
  profileSecurity: {
    path: '/user-profile/security',
    label: 'shell.profileSecurity',
    icon: 'lock',
    covers: ['/user-profile/security'],
  },
} as const satisfies Record<string, Place>;

const { analytics, salesFunnel, exportData, alerts, reports, salesImport, stopAndGo, home, help, settings } = places;

/** Header, from the start on. */
export const mainPlaces: readonly Place[] = [
  analytics,
  salesFunnel,
  exportData,
  alerts,
  reports,
  salesImport,
  stopAndGo,
];

/** Header, at the end, as drawings; the profile has its own menu. */
export const sidePlaces: readonly Place[] = [home, help, settings];

/** Bottom bar of phones; bookmarks and 'More' follow. */
export const phonePlaces: readonly Place[] = [
  { ...places.sites, label: 'shell.sites' },
  { ...places.counting, label: 'shell.analytics' },
  alerts,
];

/** What the palette and the home page offer; the profile's and the settings' pages by themselves. */
export const allPlaces: readonly Place[] = Object.values(places).filter((place) => place !== analytics);

export function isCurrent(place: Place, path: string): boolean {
  return place.covers.some((begin) => path === begin || path.startsWith(`${begin}/`));
}
