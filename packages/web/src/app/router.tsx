import type { Area, Missing } from '@atrium/domain/people/access';
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../i18n/index.ts';
import { Loader } from '../ui/page/full-screen.tsx';
import { type Crumb, crumbs } from './crumbs.ts';
import { actionPages } from './routes/action-pages.tsx';
import { authenticatedPages } from './routes/authenticated-pages.tsx';
import { authenticated, root } from './routes/parents.tsx';
import { profilePages } from './routes/profile-pages.tsx';
import { onward, publicPages } from './routes/public-pages.tsx';
import { settingsPages } from './routes/settings-pages.tsx';
import { sitePages } from './routes/site-pages.tsx';
import { PageErrorScreen } from './screens/error-screen.tsx';

const sites = createRoute({
  getParentRoute: () => authenticated,
  path: '/analytics/sites',
  staticData: { crumbs: crumbs.sites, area: 'sites' },
  loader: () => loadMessages('overview'),
  component: lazyRouteComponent(() => import('../sites/sites-overview-page.tsx'), 'SitesOverviewPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...publicPages,
    authenticated.addChildren([
      sites,
      ...sitePages,
      ...actionPages,
      ...authenticatedPages,
      ...profilePages,
      ...settingsPages,
    ]),
    ...onward,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageErrorScreen,
  defaultPendingComponent: Loader,
  // ms before a pending page shows its loading indicator.
  defaultPendingMs: 400,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    crumbs?: readonly Crumb[];
    /** Who may open the page. */
    area?: Area;
    /** Uses the full window width; the sidebar opens over the page. */
    isWide?: boolean;
  }
  interface HistoryState {
    /** Token of the short link that was followed, for its target page. */
    shortLinkToken?: string;
    /** Why the user was redirected to the not-found page. */
    missing?: Missing;
    /** Email of a newly created account, prefilled on the sign-in page. */
    email?: string;
  }
}
