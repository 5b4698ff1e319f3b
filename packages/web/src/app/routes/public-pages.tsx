import { createRoute, lazyRouteComponent, redirect, type SearchSchemaInput } from '@tanstack/react-router';
import { type HalfSignIn, landing, safeOrigin, session } from '../../access/index.ts';
import { forgetPickedLanguage, i18n, loadMessages } from '../../i18n/index.ts';
import { WholeLoader } from '../../ui/page/index.ts';
import { forgetTheme } from '../../ui/theme.ts';
import { toast } from '../../ui/toasts/index.ts';
import { ErrorScreen } from '../screens/error-screen.tsx';
import { NotFoundScreen } from '../screens/not-found-screen.tsx';
import { invitation, onboarding } from './invitation.tsx';
import { root } from './parents.tsx';

interface SignInSearch {
  origin?: string;
  /** What ended the session before. */
  ended?: 'expired' | 'viewAs';
  /** A new password is asked for. */
  reset?: true;
  /** Why signing in at an identity provider came to nothing: nobody here is that person, or anything else. */
  failure?: 'user' | 'provider';
}

/** Unknown values of the address are dropped, never an error. */
function signInSearch(
  search: { origin?: unknown; ended?: unknown; reset?: unknown; failure?: unknown } & SearchSchemaInput,
): SignInSearch {
  return {
    ...(typeof search.origin === 'string' && { origin: search.origin }),
    ...((search.ended === 'expired' || search.ended === 'viewAs') && { ended: search.ended }),
    ...(search.reset === true && { reset: true as const }),
    ...((search.failure === 'user' || search.failure === 'provider') && { failure: search.failure }),
  };
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: signInSearch,
  beforeLoad: async ({ search, preload }): Promise<{ half: HalfSignIn | null }> => {
    const handed = preload ? null : (await import('../../access/session/handover.ts')).takeHandover();
    if (handed?.is === 'whole' && session.enter(handed.token)) {
      // Whoever comes in brings the language and theme of the profile.
      forgetPickedLanguage();
      forgetTheme();
    }
    if (await session.open()) throw redirect({ href: safeOrigin(search.origin, location.origin), replace: true });
    return { half: handed?.is === 'half' ? handed.signIn : null };
  },
  component: lazyRouteComponent(() => import('../../access/sign-in/sign-in-page.tsx'), 'SignInPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

const tokenSearch = (search: { token?: unknown } & SearchSchemaInput): { token?: string } =>
  search.token === undefined ? {} : { token: String(search.token) };

/** Where the link of a mail about a lost password leads. */
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password-confirm',
  validateSearch: tokenSearch,
  loader: () => loadMessages('mailed'),
  component: lazyRouteComponent(() => import('../../access/passwords/new-password-page.tsx'), 'NewPasswordPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

/** The way out that every mail of a report carries. */
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe-confirm',
  validateSearch: tokenSearch,
  loader: () => loadMessages('mailed'),
  component: lazyRouteComponent(() => import('../../access/unsubscribe/unsubscribe-page.tsx'), 'UnsubscribePage'),
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
      toast('error', i18n._('app.shortLink.gone'));
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

/** Paths that lead on to the overview: the root, and the bare section. */
const onward = ['/', '/analytics'].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to: landing, replace: true });
    },
  }),
);

/** What is reached without being signed in. */
export const publicPages = [
  login,
  newPassword,
  unsubscribe,
  invitation,
  onboarding,
  notFound,
  shortLink,
  dashboards,
] as const;
export { onward };
