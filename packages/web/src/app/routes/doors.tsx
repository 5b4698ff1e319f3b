import { createRoute, lazyRouteComponent, redirect, type SearchSchemaInput } from '@tanstack/react-router';
import { landing, safeOrigin, session } from '../../access/index.ts';
import { speech } from '../../i18n/index.ts';
import { WholeLoader } from '../../ui/page/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import { ErrorScreen } from '../screens/error-screen.tsx';
import { NotFoundScreen } from '../screens/not-found-screen.tsx';
import { invitation, onboarding } from './invitation.tsx';
import { root } from './parents.tsx';

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
  component: lazyRouteComponent(() => import('../../access/sign-in/sign-in-page.tsx'), 'SignInPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

const notFound = createRoute({ getParentRoute: () => root, path: '/not-found', component: NotFoundScreen });

/** Leads on to the page a short link stands for; its token travels beside the address, in the navigation's state. */
const shortLink = createRoute({
  getParentRoute: () => root,
  path: '/t/$code',
  beforeLoad: async ({ params, preload }) => {
    if (preload) return;
    const { followShortLink } = await import('../short-link/follow-short-link.ts');
    const target = await followShortLink(params.code);
    if (target === null) {
      toast('error', speech._('app.shortLink.gone'));
      throw redirect({ to: '/not-found', replace: true });
    }
    throw redirect({
      href: target.href,
      replace: true,
      ...(target.token !== null && { state: { shortLinkToken: target.token } }),
    });
  },
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

const dashboards = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: () => {
    throw redirect({ to: '/analytics/dashboard', replace: true });
  },
});

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

/** What is reached without being signed in. */
export const doors = [login, invitation, onboarding, notFound, shortLink, dashboards] as const;
export { onward };
