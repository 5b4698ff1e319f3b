import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { needsOwnDocument } from '../../embedding/own-document.ts';
import { openHelp, openHome, openMetrics } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { ahead } from '../graphql/ahead.ts';
import { idOf } from './id-of.ts';
import { house } from './parents.tsx';

const dashboardList = createRoute({
  getParentRoute: () => house,
  path: '/analytics/dashboard',
  staticData: { crumbs: crumbs.dashboardList, area: 'dashboards' },
  loader: openHome,
  component: lazyRouteComponent(() => import('../../dashboard-list/index.ts'), 'DashboardListPage'),
});

const customPage = createRoute({
  getParentRoute: () => house,
  path: '/dashboard/$dashboardId/page/$pageId',
  staticData: { crumbs: crumbs.customPage, area: 'customDashboard' },
  loader: ({ params }) => {
    const id = idOf(params.pageId);
    if (id !== null) ahead.ask('CustomPage', { id });
    ahead.ask('WidgetSites');
    return openMetrics();
  },
  component: lazyRouteComponent(() => import('../../dashboards/custom/index.ts'), 'CustomPage'),
});

const builder = createRoute({
  getParentRoute: () => house,
  path: '/widget-builder',
  staticData: { crumbs: crumbs.widgetBuilder },
  loader: openMetrics,
  component: lazyRouteComponent(() => import('../../dashboards/builder/index.ts'), 'BuilderPage'),
});

const home = createRoute({
  getParentRoute: () => house,
  path: '/home',
  staticData: { crumbs: crumbs.home, area: 'home' },
  loader: openHome,
  component: lazyRouteComponent(() => import('../screens/home-screens.tsx'), 'FiguresFirst'),
});

const home2 = createRoute({
  getParentRoute: () => house,
  path: '/home2',
  staticData: { crumbs: crumbs.home, area: 'home' },
  loader: openHome,
  component: lazyRouteComponent(() => import('../screens/home-screens.tsx'), 'WaysFirst'),
});

const help = createRoute({
  getParentRoute: () => house,
  path: '/help',
  staticData: { crumbs: crumbs.helpCenter, area: 'helpCentre' },
  loader: openHelp,
  component: lazyRouteComponent(() => import('../screens/help-screen.tsx'), 'HelpScreen'),
});

/** The whole rest of the path: plain base64 may hold slashes. */
const embedded = createRoute({
  getParentRoute: () => house,
  path: '/embeded/$',
  staticData: { crumbs: crumbs.embedded },
  beforeLoad: ({ location, preload }) => {
    if (!preload && needsOwnDocument(location.pathname)) throw redirect({ href: location.href, reloadDocument: true });
  },
  loader: openHome,
  component: lazyRouteComponent(() => import('../../embedding/index.ts'), 'EmbeddedPage'),
});

/** Every address without a route of its own. */
const elsewhere = createRoute({
  getParentRoute: () => house,
  path: '$',
  beforeLoad: async ({ location, preload }) =>
    (await import('../elsewhere/index.ts')).arrive(location.pathname, preload),
  component: lazyRouteComponent(() => import('../elsewhere/index.ts'), 'UnbuiltScreen'),
});

/** Pages of signed-in people that stand by themselves. */
export const housePages = [dashboardList, customPage, builder, home, home2, help, embedded, elsewhere] as const;
