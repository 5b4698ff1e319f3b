import { createRoute, lazyRouteComponent, redirect, type SearchSchemaInput } from '@tanstack/react-router';
import { forgetPickedLanguage, i18n, loadAuthenticatedMessages, loadMessages } from '../../i18n/index.ts';
import { landingPath, type PendingSignIn, session, toSafePath } from '../../people/access/index.ts';
import { showToast } from '../../ui/overlays/toast-list.ts';
import { WholeLoader } from '../../ui/page/full-screen.tsx';
import { resetTheme } from '../../ui/theme.ts';
import { ErrorScreen } from '../screens/error-screen.tsx';
import { NotFoundScreen } from '../screens/not-found-screen.tsx';
import { root } from './parents.tsx';

function invitationSearch(search: { token?: unknown } & SearchSchemaInput): { token?: string } {
  return search.token === undefined ? {} : { token: String(search.token) };
}

/** The link of an invitation. Its token is removed from the address once it is validated. */
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: invitationSearch,
  loader: () => loadMessages('mailed'),
  component: lazyRouteComponent(() => import('../../people/access/onboarding/onboarding-page.tsx'), 'InvitationPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

/** One page per step. The location holds the step; the route's component holds the typed values. */
const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding/$',
  validateSearch: invitationSearch,
  // The last steps share texts with the profile pages.
  loader: async () =>
    void (await Promise.all([loadAuthenticatedMessages(), loadMessages('mailed'), loadMessages('people')])),
  component: lazyRouteComponent(() => import('../../people/access/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

interface SignInSearch {
  origin?: string;
  /** Why the previous session ended. */
  ended?: 'expired' | 'viewAs';
  /** The user requested a new password. */
  reset?: true;
  /** Why signing in at an identity provider failed: unknown user, or any other reason. */
  failure?: 'user' | 'provider';
}

/** Drops unknown search values instead of failing. */
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
  beforeLoad: async ({ search, preload }): Promise<{ half: PendingSignIn | null }> => {
    const handed = preload ? null : (await import('../../people/access/session/handover.ts')).takeHandover();
    if (handed?.is === 'whole' && session.enter(handed.token)) {
      // Signing in applies the language and theme of the profile.
      forgetPickedLanguage();
      resetTheme();
    }
    if (await session.open()) throw redirect({ href: toSafePath(search.origin, location.origin), replace: true });
    return { half: handed?.is === 'half' ? handed.signIn : null };
  },
  component: lazyRouteComponent(() => import('../../people/access/sign-in/sign-in-page.tsx'), 'SignInPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

const tokenSearch = (search: { token?: unknown } & SearchSchemaInput): { token?: string } =>
  search.token === undefined ? {} : { token: String(search.token) };

/** Target of the password reset mail. */
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password-confirm',
  validateSearch: tokenSearch,
  loader: () => loadMessages('mailed'),
  component: lazyRouteComponent(() => import('../../people/access/sign-in/new-password-page.tsx'), 'NewPasswordPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

/** Target of the unsubscribe link in report mails. */
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe-confirm',
  validateSearch: tokenSearch,
  loader: () => loadMessages('mailed'),
  component: lazyRouteComponent(() => import('../../people/access/unsubscribe-page.tsx'), 'UnsubscribePage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

/** Link to a file that is no longer available. While it is available, the server sends the file itself. */
const endedFile = createRoute({
  getParentRoute: () => root,
  path: '/files/$',
  loader: () => loadMessages('mailed'),
  component: lazyRouteComponent(() => import('../screens/unavailable-file-screen.tsx'), 'UnavailableFileScreen'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

const notFound = createRoute({ getParentRoute: () => root, path: '/not-found', component: NotFoundScreen });

/** Redirects to the target of a short link. Its token travels in the navigation state, not in the address. */
const shortLink = createRoute({
  getParentRoute: () => root,
  path: '/t/$code',
  beforeLoad: async ({ params, preload }) => {
    if (preload) return;
    const { followShortLink } = await import('../follow-short-link.ts');
    const target = await followShortLink(params.code);
    if (target === null) {
      showToast('error', i18n._('app.shortLink.gone'));
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

/** Paths that redirect to the overview. */
const onward = ['/', '/analytics'].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: () => {
      throw redirect({ to: landingPath, replace: true });
    },
  }),
);

/** Pages that need no sign-in. */
export const publicPages = [
  login,
  newPassword,
  unsubscribe,
  invitation,
  onboarding,
  endedFile,
  notFound,
  shortLink,
  dashboards,
] as const;
export { onward };
