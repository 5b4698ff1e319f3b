import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadMessages, loadMetricsMessages } from '../../i18n/index.ts';
import { needsOwnDocument } from '../../pages/embedding/own-document.ts';
import { crumbs } from '../crumbs.ts';
import { authenticated } from './parents.tsx';

/** Lines on alerts show the names and units of metrics. */
const loadHomeMessages = () =>
  Promise.all([loadMessages('home'), loadMessages('overview'), loadMessages('alerts'), loadMetricsMessages()]);

const dashboardList = createRoute({
  getParentRoute: () => authenticated,
  path: '/analytics/dashboard',
  staticData: { crumbs: crumbs.dashboardList, area: 'dashboards' },
  loader: () => loadMessages('home'),
  component: lazyRouteComponent(() => import('../../pages/dashboard-list/index.ts'), 'DashboardListPage'),
});

const customPage = createRoute({
  getParentRoute: () => authenticated,
  path: '/dashboard/$dashboardId/page/$pageId',
  staticData: { crumbs: crumbs.customPage, area: 'customDashboard' },
  loader: loadMetricsMessages,
  component: lazyRouteComponent(() => import('../../pages/custom/index.ts'), 'CustomPage'),
});

const builder = createRoute({
  getParentRoute: () => authenticated,
  path: '/widget-builder',
  staticData: { crumbs: crumbs.widgetBuilder },
  loader: loadMetricsMessages,
  component: lazyRouteComponent(() => import('../../pages/custom/builder-page.tsx'), 'BuilderPage'),
});

const home = createRoute({
  getParentRoute: () => authenticated,
  path: '/home',
  staticData: { crumbs: crumbs.home, area: 'home' },
  loader: loadHomeMessages,
  component: lazyRouteComponent(() => import('../screens/home-screens.tsx'), 'HomeWithFigures'),
});

const home2 = createRoute({
  getParentRoute: () => authenticated,
  path: '/home2',
  staticData: { crumbs: crumbs.home, area: 'home' },
  loader: loadHomeMessages,
  component: lazyRouteComponent(() => import('../screens/home-screens.tsx'), 'HomeWithLinks'),
});

const help = createRoute({
  getParentRoute: () => authenticated,
  path: '/help',
  staticData: { crumbs: crumbs.helpCenter, area: 'helpCentre' },
  loader: () => loadMessages('help'),
  component: lazyRouteComponent(() => import('../help/help-page.tsx'), 'HelpPage'),
});

/** A splat, because plain base64 may contain slashes. */
const embedded = createRoute({
  getParentRoute: () => authenticated,
  path: '/embeded/$',
  staticData: { crumbs: crumbs.embedded },
  beforeLoad: ({ location, preload }) => {
    if (!preload && needsOwnDocument(location.pathname)) throw redirect({ href: location.href, reloadDocument: true });
  },
  loader: () => loadMessages('home'),
  component: lazyRouteComponent(() => import('../../pages/embedding/index.ts'), 'EmbeddedPage'),
});

/** Every unknown address. */
const elsewhere = createRoute({
  getParentRoute: () => authenticated,
  path: '$',
  beforeLoad: async ({ location, preload }) =>
    (await import('../redirect-unknown-path.ts')).redirectUnknownPath(location.pathname, preload),
});

/** Signed-in pages outside any section. */
export const authenticatedPages = [dashboardList, customPage, builder, home, home2, help, embedded, elsewhere] as const;
