import type { Area } from '@atrium/domain/access';
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { Loader } from '../ui/page/index.ts';
import { type Crumb, crumbs } from './crumbs.ts';
import { ahead } from './graphql/ahead.ts';
import { doors, onward } from './routes/doors.tsx';
import { housePages } from './routes/house-pages.tsx';
import { installationPages } from './routes/installation-pages.tsx';
import { house, root } from './routes/parents.tsx';
import { profilePages } from './routes/profile-pages.tsx';
import { settingsPages } from './routes/settings-pages.tsx';
import { PageErrorScreen } from './screens/error-screen.tsx';

const sites = createRoute({
  getParentRoute: () => house,
  path: '/analytics/sites',
  staticData: { crumbs: crumbs.sites, area: 'sites' },
  loader: () => ahead.ask('OverviewSites'),
  component: lazyRouteComponent(() => import('../sites/index.ts'), 'SitesOverviewPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...doors,
    house.addChildren([sites, ...installationPages, ...housePages, ...profilePages, ...settingsPages]),
    ...onward,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageErrorScreen,
  defaultPendingComponent: Loader,
  // Milliseconds without anything to see before a loader is worth its flicker.
  defaultPendingMs: 400,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    crumbs?: readonly Crumb[];
    /** Says who may open the page. */
    area?: Area;
  }
  interface HistoryState {
    /** Came with a short link, for the page it leads to. */
    shortLinkToken?: string;
    /** Of whoever has just got an account, for the sign-in page. */
    email?: string;
  }
}
