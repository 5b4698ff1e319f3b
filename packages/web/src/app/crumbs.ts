import type { MessageId } from '../i18n/index.ts';
import { type Place, places } from './places.ts';

/**
 * A step of the breadcrumbs above a page's title: a fixed label, linked where a page exists, or the page's own name.
 */
export type Crumb = { readonly label: MessageId; readonly to?: string } | { readonly pageName: true };

const name: Crumb = { pageName: true };
const dashboards: Crumb = { label: 'shell.dashboards', to: places.discover.path };
const link = ({ label, path }: Place): Crumb => ({ label, to: path });
const end = ({ label }: Place): Crumb => ({ label });

/** Breadcrumbs of each screen. A route takes those of its screen. */
export const crumbs = {
  home: [end(places.home)],
  helpCenter: [end(places.help)],
  sites: [dashboards, end(places.sites)],
  dashboardList: [dashboards, end(places.discover)],
  customPage: [dashboards, name],
  widgetBuilder: [dashboards, name],
  siteCounting: [dashboards, end(places.counting)],
  siteCountingDetails: [dashboards, { label: 'shell.sites', to: places.sites.path }, name, end(places.counting)],
  siteAtmosphere: [dashboards, end(places.atmosphere)],
  siteAtmosphereDetails: [dashboards, { label: 'shell.sites', to: places.sites.path }, name, end(places.atmosphere)],
  siteEnergy: [dashboards, end(places.energy)],
  siteEnergyDetails: [dashboards, { label: 'shell.sites', to: places.sites.path }, name, end(places.energy)],
  embedded: [dashboards, name],
  salesFunnel: [end(places.salesFunnel)],
  exportData: [end(places.exportData)],
  alerts: [end(places.alerts)],
  newAlert: [link(places.alerts), { label: 'shell.newAlert' }],
  updateAlert: [link(places.alerts), name],
  reports: [end(places.reports)],
  newReport: [link(places.reports), { label: 'shell.newReport' }],
  updateReport: [link(places.reports), name],
  importSalesMetrics: [end(places.salesImport)],
  stopAndGo: [end(places.stopAndGo)],
  stopAndGoScreen: [link(places.stopAndGo), name],
  settings: [end(places.settings)],
  userManagementProfile: [link(places.settings), link(places.userManagement), name],
  setUpSite: [link(places.settings), link(places.siteSetup), name],
  pageBuilder: [link(places.settings), link(places.pages), name],
  manualCounts: [link(places.settings), link(places.siteSetup), name],
  readingCorrections: [link(places.settings), link(places.siteSetup), name],
  setUpPlan: [link(places.settings), link(places.siteSetup), name, { label: 'plan.open' }],
  firstSteps: [end(places.firstSteps)],
  profile: [end(places.profile)],
  profileGeneral: [link(places.profile), end(places.profileGeneral)],
  profilePreferences: [link(places.profile), end(places.profilePreferences)],
  profileSecurity: [link(places.profile), end(places.profileSecurity)],
} as const satisfies Record<string, readonly Crumb[]>;

/** Returns the breadcrumbs and the area of a settings page. */
export const settingsPage = (place: Place) => ({ crumbs: [link(places.settings), end(place)], area: place.area });
