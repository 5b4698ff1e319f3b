import type { Area } from '@atrium/domain/people/access';
import type { MessageId } from '../i18n/index.ts';
import type { IconName } from '../ui/icons/index.ts';

/** A page that header, sidebar, bottom bar, palette and home page link to. */
export interface Place {
  readonly path: string;
  readonly label: MessageId;
  readonly icon: IconName;
  /** Path prefixes on which this place is the current one. */
  readonly covers: readonly string[];
  /** Who may see it; the page's route names the same area. */
  readonly area: Area;
  /** The sidebar list under settings that contains it. */
  readonly section?: 'settings' | 'setUp';
}

/**
 * All places. `useVisiblePlaces` hides places whose page does not exist in this build, so a new page only needs its
 * route.
 */
export const places = {
  sites: {
    path: '/analytics/sites',
    area: 'sites',
    label: 'shell.sitesOverview',
    icon: 'grid',
    covers: ['/analytics/sites'],
  },
  discover: {
    path: '/analytics/dashboard',
    area: 'dashboards',
    label: 'shell.discover',
    icon: 'compass',
    covers: ['/analytics/dashboard'],
  },
  counting: { path: '/counting', area: 'counting', label: 'shell.counting', icon: 'analytics', covers: ['/counting'] },
  atmosphere: {
    path: '/atmosphere',
    area: 'atmosphere',
    label: 'shell.atmosphere',
    icon: 'air',
    covers: ['/atmosphere'],
  },
  energy: { path: '/energy', area: 'energy', label: 'shell.energy', icon: 'energy', covers: ['/energy'] },
  home: { path: '/home', area: 'home', label: 'shell.home', icon: 'home', covers: ['/home', '/home2'] },
  help: { path: '/help', area: 'helpCentre', label: 'shell.help', icon: 'help', covers: ['/help'] },
  analytics: {
    path: '/analytics/sites',
    area: 'sites',
    label: 'shell.analytics',
    icon: 'analytics',
    covers: ['/analytics', '/counting', '/atmosphere', '/energy', '/dashboard'],
  },
  salesFunnel: {
    path: '/sales-funnel',
    area: 'salesFunnel',
    label: 'shell.salesFunnel',
    icon: 'filter',
    covers: ['/sales-funnel'],
  },
  exportData: {
    path: '/export-data',
    area: 'exportData',
    label: 'shell.export',
    icon: 'download',
    covers: ['/export-data'],
  },
  alerts: {
    path: '/alerts',
    area: 'alerts',
    label: 'shell.alerts',
    icon: 'bell',
    covers: ['/alerts'],
  },
  reports: {
    path: '/reports',
    area: 'reports',
    label: 'shell.reports',
    icon: 'table',
    covers: ['/reports'],
  },
  salesImport: {
    path: '/sales-metrics-import',
    area: 'salesImport',
    label: 'shell.import',
    icon: 'upload',
    covers: ['/sales-metrics-import'],
  },
  stopAndGo: {
    path: '/stop-n-go',
    area: 'stopAndGo',
    label: 'shell.stopAndGo',
    icon: 'flag',
    covers: ['/stop-n-go'],
  },
  settings: {
    path: '/settings',
    area: 'settings',
    label: 'shell.settings',
    icon: 'gear',
    covers: ['/settings'],
  },
  organization: {
    path: '/settings/organization',
    area: 'organizationSettings',
    label: 'shell.organization',
    icon: 'home',
    covers: ['/settings/organization'],
    section: 'settings',
  },
  userManagement: {
    path: '/settings/user-management',
    area: 'userManagement',
    label: 'shell.userManagement',
    icon: 'person',
    covers: ['/settings/user-management'],
    section: 'settings',
  },
  rightProfiles: {
    path: '/settings/right-profiles',
    area: 'rightProfiles',
    label: 'shell.rightProfiles',
    icon: 'lock',
    covers: ['/settings/right-profiles'],
    section: 'settings',
  },
  auditLog: {
    path: '/settings/audit-log',
    area: 'auditLog',
    label: 'shell.auditLog',
    icon: 'table',
    covers: ['/settings/audit-log'],
    section: 'settings',
  },
  system: {
    path: '/settings/system',
    area: 'system',
    label: 'shell.system',
    icon: 'analytics',
    covers: ['/settings/system'],
    section: 'settings',
  },
  firstSteps: {
    path: '/first-steps',
    area: 'siteSetup',
    label: 'shell.firstSteps',
    icon: 'flag',
    covers: ['/first-steps'],
  },
  siteSetup: {
    path: '/settings/sites',
    area: 'siteSetup',
    label: 'shell.siteSetup',
    icon: 'tree',
    covers: ['/settings/sites'],
    section: 'setUp',
  },
  calendar: {
    path: '/settings/calendar',
    area: 'siteSetup',
    label: 'shell.calendar',
    icon: 'calendar',
    covers: ['/settings/calendar'],
    section: 'setUp',
  },
  pages: {
    path: '/settings/pages',
    area: 'buildDashboards',
    label: 'shell.pages',
    icon: 'columns',
    covers: ['/settings/pages'],
    section: 'setUp',
  },
  devices: {
    path: '/settings/devices',
    area: 'deviceInbox',
    label: 'shell.devices',
    icon: 'screen',
    covers: ['/settings/devices'],
    section: 'setUp',
  },
  kiosks: {
    path: '/settings/kiosks',
    area: 'kiosks',
    label: 'shell.kiosks',
    icon: 'screen',
    covers: ['/settings/kiosks'],
    section: 'setUp',
  },
  readingsImport: {
    path: '/settings/readings',
    area: 'siteSetup',
    label: 'shell.readings',
    icon: 'upload',
    covers: ['/settings/readings'],
    section: 'setUp',
  },
  api: {
    path: '/settings/api',
    area: 'personalTokens',
    label: 'shell.api',
    icon: 'lock',
    covers: ['/settings/api'],
    section: 'setUp',
  },
  profile: {
    path: '/user-profile',
    area: 'userProfile',
    label: 'shell.profile',
    icon: 'person',
    covers: ['/user-profile'],
  },
  profileGeneral: {
    path: '/user-profile/general',
    area: 'userProfile',
    label: 'shell.profileGeneral',
    icon: 'person',
    covers: ['/user-profile/general'],
  },
  profilePreferences: {
    path: '/user-profile/preferences',
    area: 'userProfile',
    label: 'shell.profilePreferences',
    icon: 'gear',
    covers: ['/user-profile/preferences'],
  },
  profileSecurity: {
    path: '/user-profile/security',
    area: 'userProfile',
    label: 'shell.profileSecurity',
    icon: 'lock',
    covers: ['/user-profile/security'],
  },
} as const satisfies Record<string, Place>;

const { analytics, salesFunnel, exportData, alerts, reports, salesImport, stopAndGo, home, help, settings } = places;

/** Header, at the start. */
export const mainPlaces: readonly Place[] = [
  analytics,
  salesFunnel,
  exportData,
  alerts,
  reports,
  salesImport,
  stopAndGo,
];

/** Header, at the end, as icons. The profile has its own menu. */
export const iconPlaces: readonly Place[] = [home, help, settings];

/** Bottom bar on phones; bookmarks and "More" follow. */
export const phonePlaces: readonly Place[] = [
  { ...places.sites, label: 'shell.sites' },
  { ...places.counting, label: 'shell.analytics' },
  alerts,
];

/** Places in the palette and on the home page. Includes each profile and settings page. */
export const allPlaces: readonly Place[] = Object.values(places).filter((place) => place !== analytics);

export function isCurrent(place: Place, path: string): boolean {
  return place.covers.some((begin) => path === begin || path.startsWith(`${begin}/`));
}
