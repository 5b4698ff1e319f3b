import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type SearchSchemaInput,
} from '@tanstack/react-router';
import { landing, safeOrigin, session } from '../access/index.ts';
import { openHouse } from '../i18n/index.ts';
import { Loader, WholeLoader } from '../ui/page/index.ts';
import type { Crumb } from './crumbs.ts';
import { ErrorScreen, PageErrorScreen } from './screens/error-screen.tsx';
import { NotFoundScreen } from './screens/not-found-screen.tsx';

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundScreen, errorComponent: ErrorScreen });

/** Unknown values of the address are dropped, never an error. */
function signInSearch(search: { origin?: unknown; ended?: unknown } & SearchSchemaInput): {
  origin?: string;
  ended?: true;
} {
  return {
    ...(typeof search.origin === 'string' && { origin: search.origin }),
    ...(search.ended === true && { ended: true as const }),
  };
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: signInSearch,
  beforeLoad: async ({ search }) => {
    if (await session.open()) throw redirect({ href: safeOrigin(search.origin, location.origin), replace: true });
  },
  component: lazyRouteComponent(() => import('../access/sign-in/sign-in-page.tsx'), 'SignInPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

/** The link of an invitation. Its token leaves the address as soon as it is known to be good. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: invitationSearch,
  component: lazyRouteComponent(() => import('../access/onboarding/index.ts'), 'InvitationPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

/** A page per step; the step is read from the location, and what is typed lives as long as the parent. */
const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  validateSearch: invitationSearch,
  component: lazyRouteComponent(() => import('../access/onboarding/index.ts'), 'OnboardingPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

const onboardingStep = createRoute({ getParentRoute: () => onboarding, path: '$' });

function invitationSearch(search: { token?: unknown } & SearchSchemaInput): { token?: string } {
  return search.token === undefined ? {} : { token: String(search.token) };
}

/** Everything for signed-in people. Its chunk carries the data client and the shell, so the sign-in page stays light. */
const house = createRoute({
  getParentRoute: () => root,
  id: 'house',
  beforeLoad: async ({ location: wanted }) => {
    if (await session.open()) return;
    throw redirect({ to: '/login', search: wanted.pathname === landing ? {} : { origin: wanted.href }, replace: true });
  },
  loader: openHouse,
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
  component: lazyRouteComponent(() => import('./shell/signed-in-layout.tsx'), 'SignedInLayout'),
});

const sites = createRoute({
  getParentRoute: () => house,
  path: '/analytics/sites',
  staticData: { crumbs: [{ label: 'shell.dashboards' }, { label: 'shell.sitesOverview' }] },
  component: lazyRouteComponent(() => import('../sites/index.ts'), 'SitesOverviewPage'),
});

const counting = createRoute({
  getParentRoute: () => house,
  path: '/counting',
  staticData: { crumbs: [{ label: 'shell.dashboards' }, { label: 'shell.counting' }] },
  component: lazyRouteComponent(() => import('../dashboards/index.ts'), 'CountingListPage'),
});

const countingInstallation = createRoute({
  getParentRoute: () => house,
  path: '/counting/$installationId',
  staticData: {
    crumbs: [
      { label: 'shell.dashboards' },
      { label: 'shell.sites', to: '/analytics/sites' },
      { pageName: true },
      { label: 'shell.counting' },
    ],
  },
  component: lazyRouteComponent(() => import('../dashboards/index.ts'), 'CountingInstallationPage'),
});

const notFound = createRoute({ getParentRoute: () => root, path: '/not-found', component: NotFoundScreen });

/** Paths that lead on to the overview: the root, the bare section, and whatever nobody knows. */
const onward = ['/', '/analytics', '$'].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to: landing, replace: true });
    },
  }),
);

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    invitation,
    onboarding.addChildren([onboardingStep]),
    notFound,
    house.addChildren([sites, counting, countingInstallation]),
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
  interface HistoryState {
    /** Of whoever has just got an account, for the sign-in page. */
    email?: string;
  }
  interface StaticDataRouteOption {
    crumbs?: readonly Crumb[];
  }
}
