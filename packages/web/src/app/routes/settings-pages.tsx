import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadMessages, loadMetricsMessages } from '../../i18n/index.ts';
import { crumbs, settingsPage } from '../crumbs.ts';
import { places } from '../places.ts';
import { authenticated } from './parents.tsx';

const screens = () => import('../screens/settings-screens.tsx');
const base = { getParentRoute: () => authenticated, loader: () => loadMessages('people') };

const organization = createRoute({
  ...base,
  path: '/settings/organization',
  staticData: settingsPage(places.organization),
  component: lazyRouteComponent(screens, 'OrganizationSettingsPage'),
});

const members = createRoute({
  ...base,
  path: '/settings/user-management',
  staticData: settingsPage(places.userManagement),
  component: lazyRouteComponent(screens, 'MembersPage'),
});

const member = createRoute({
  ...base,
  path: '/settings/user-management/$userId',
  beforeLoad: ({ params }) => {
    throw redirect({
      to: '/settings/user-management/$userId/$tab',
      params: { ...params, tab: 'general' },
      replace: true,
    });
  },
});

const memberTab = createRoute({
  ...base,
  path: '/settings/user-management/$userId/$tab',
  staticData: { crumbs: crumbs.userManagementProfile, area: 'userManagement' },
  component: lazyRouteComponent(screens, 'MemberScreen'),
});

const rightProfiles = createRoute({
  ...base,
  path: '/settings/right-profiles',
  staticData: settingsPage(places.rightProfiles),
  component: lazyRouteComponent(screens, 'RightProfilesPage'),
});

const auditLog = createRoute({
  ...base,
  path: '/settings/audit-log',
  staticData: settingsPage(places.auditLog),
  component: lazyRouteComponent(screens, 'AuditLogPage'),
});

const system = createRoute({
  ...base,
  path: '/settings/system',
  staticData: settingsPage(places.system),
  component: lazyRouteComponent(() => import('../../operations/system/system-page.tsx'), 'SystemPage'),
});

/** Set-up pages show the names of metrics. */
const setUp = {
  getParentRoute: () => authenticated,
  loader: async () => void (await Promise.all([loadMessages('setUp'), loadMetricsMessages()])),
};

const siteSetup = createRoute({
  ...setUp,
  path: '/settings/sites',
  staticData: settingsPage(places.siteSetup),
  component: lazyRouteComponent(() => import('../../setup/site-files/set-up-sites-page.tsx'), 'SetUpSitesPage'),
});

const calendar = createRoute({
  ...setUp,
  path: '/settings/calendar',
  staticData: settingsPage(places.calendar),
  component: lazyRouteComponent(() => import('../../setup/targets/calendar-page.tsx'), 'CalendarPage'),
});

const kiosks = createRoute({
  ...setUp,
  path: '/settings/kiosks',
  staticData: settingsPage(places.kiosks),
  component: lazyRouteComponent(() => import('../../actions/kiosks/kiosks-page.tsx'), 'KiosksPage'),
});

const siteEditor = createRoute({
  ...setUp,
  path: '/settings/sites/$siteId',
  staticData: { crumbs: crumbs.setUpSite, area: 'siteSetup' },
  component: lazyRouteComponent(() => import('../../setup/site-files/editor/site-editor-page.tsx'), 'SiteEditorPage'),
});

/** The page builder draws widgets as readers see them. */
const drafting = {
  getParentRoute: () => authenticated,
  loader: async () => void (await Promise.all([loadMessages('drafts'), loadMetricsMessages()])),
};

const pages = createRoute({
  ...drafting,
  path: '/settings/pages',
  // The site view and filters that a new page starts from. The page parses them.
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  staticData: settingsPage(places.pages),
  component: lazyRouteComponent(() => import('../../pages/drafts/pages-page.tsx'), 'PagesPage'),
});

const pageBuilder = createRoute({
  ...drafting,
  path: '/settings/pages/$draftId',
  staticData: { crumbs: crumbs.pageBuilder, area: 'buildDashboards', isWide: true },
  component: lazyRouteComponent(() => import('../../pages/drafts/index.ts'), 'PageBuilder'),
});

const manualCounts = createRoute({
  ...setUp,
  path: '/settings/sites/$siteId/counts',
  staticData: { crumbs: crumbs.manualCounts, area: 'siteSetup' },
  component: lazyRouteComponent(() => import('../../setup/manual-counts/manual-counts-page.tsx'), 'ManualCountsPage'),
});

/** Sensor and period (epoch ms) to correct. */
interface CorrectionSearch {
  readonly device?: number;
  readonly from?: number;
  readonly to?: number;
}

const isPositive = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 8.64e15;

const readingCorrections = createRoute({
  ...setUp,
  path: '/settings/sites/$siteId/corrections',
  validateSearch: ({ device, from, to }: Record<string, unknown>): CorrectionSearch => ({
    ...(isPositive(device) && { device }),
    ...(isPositive(from) && isPositive(to) && { from, to }),
  }),
  staticData: { crumbs: crumbs.readingCorrections, area: 'siteSetup' },
  component: lazyRouteComponent(
    () => import('../../setup/reading-corrections/reading-corrections-page.tsx'),
    'ReadingCorrectionsPage',
  ),
});

const sitePlan = createRoute({
  ...setUp,
  path: '/settings/sites/$siteId/plan',
  validateSearch: ({ zone }: Record<string, unknown>): { zone?: number } =>
    Number.isInteger(zone) && Number(zone) > 0 ? { zone: Number(zone) } : {},
  staticData: { crumbs: crumbs.setUpPlan, area: 'siteSetup' },
  component: lazyRouteComponent(() => import('../../setup/map-views/plan-page.tsx'), 'PlanPage'),
});

const readingsImport = createRoute({
  ...setUp,
  path: '/settings/readings',
  staticData: settingsPage(places.readingsImport),
  component: lazyRouteComponent(
    () => import('../../setup/readings-import/readings-import-page.tsx'),
    'ReadingsImportPage',
  ),
});

const firstSteps = createRoute({
  getParentRoute: () => authenticated,
  // Waiting devices appear as on the devices page.
  loader: async () => void (await Promise.all([loadMessages('setUp'), loadMessages('devices'), loadMetricsMessages()])),
  path: '/first-steps',
  staticData: { crumbs: crumbs.firstSteps, area: 'siteSetup' },
  component: lazyRouteComponent(() => import('../../setup/first-steps/first-steps-page.tsx'), 'FirstStepsPage'),
});

const api = createRoute({
  ...setUp,
  path: '/settings/api',
  staticData: settingsPage(places.api),
  component: lazyRouteComponent(() => import('../../people/access/tokens/api-page.tsx'), 'ApiPage'),
});

/** Bookmarks of earlier versions. */
const keys = createRoute({
  getParentRoute: () => authenticated,
  path: '/settings/keys',
  beforeLoad: () => {
    throw redirect({ to: '/settings/api', replace: true });
  },
});

const devices = createRoute({
  getParentRoute: () => authenticated,
  loader: () => Promise.all([loadMessages('devices'), loadMessages('metrics')]),
  path: '/settings/devices',
  staticData: settingsPage(places.devices),
  component: lazyRouteComponent(() => import('../../setup/devices/devices-page.tsx'), 'DevicesPage'),
});

/** Without a page, redirects to the first one the viewer may see. An unknown page is not found. */
const bare = ['/settings', '/settings/$'].map((path) =>
  createRoute({
    getParentRoute: () => authenticated,
    path,
    beforeLoad: ({ params }: { params: { _splat?: string } }) => {
      if (params._splat) throw redirect({ to: '/not-found', replace: true });
    },
    component: lazyRouteComponent(screens, 'FirstSettings'),
  }),
);

export const settingsPages = [
  organization,
  members,
  member,
  memberTab,
  rightProfiles,
  auditLog,
  system,
  siteSetup,
  calendar,
  kiosks,
  siteEditor,
  pages,
  pageBuilder,
  manualCounts,
  readingCorrections,
  sitePlan,
  firstSteps,
  readingsImport,
  api,
  keys,
  devices,
  ...bare,
] as const;
