import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import { loadAuthenticatedMessages, loadMessages } from '../../i18n/index.ts';
import { WholeLoader } from '../../ui/page/full-screen.tsx';
import { ErrorScreen } from '../screens/error-screen.tsx';
import { root } from './parents.tsx';

function invitationSearch(search: { token?: unknown } & SearchSchemaInput): { token?: string } {
  return search.token === undefined ? {} : { token: String(search.token) };
}

/** The link of an invitation. Its token is removed from the address once it is validated. */
export const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: invitationSearch,
  loader: () => loadMessages('mailed'),
  component: lazyRouteComponent(() => import('../../access/onboarding/index.ts'), 'InvitationPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

/** One page per step. The location holds the step; the route's component holds the typed values. */
export const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding/$',
  validateSearch: invitationSearch,
  // The last steps share texts with the profile pages.
  loader: async () =>
    void (await Promise.all([loadAuthenticatedMessages(), loadMessages('mailed'), loadMessages('people')])),
  component: lazyRouteComponent(() => import('../../access/onboarding/index.ts'), 'OnboardingPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});
