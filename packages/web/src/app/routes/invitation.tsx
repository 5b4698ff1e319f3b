import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import { loadAuthenticatedMessages, loadMessages } from '../../i18n/index.ts';
import { WholeLoader } from '../../ui/page/index.ts';
import { ErrorScreen } from '../screens/error-screen.tsx';
import { root } from './parents.tsx';

function invitationSearch(search: { token?: unknown } & SearchSchemaInput): { token?: string } {
  return search.token === undefined ? {} : { token: String(search.token) };
}

/** The link of an invitation. Its token leaves the address as soon as it is known to be good. */
export const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: invitationSearch,
  loader: () => loadMessages('mailed'),
  component: lazyRouteComponent(() => import('../../access/onboarding/index.ts'), 'InvitationPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});

/** A page per step; the step is read from the location, and what is typed lives as long as the route. */
export const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding/$',
  validateSearch: invitationSearch,
  // Its last steps say what the profile's pages say.
  loader: async () =>
    void (await Promise.all([loadAuthenticatedMessages(), loadMessages('mailed'), loadMessages('people')])),
  component: lazyRouteComponent(() => import('../../access/onboarding/index.ts'), 'OnboardingPage'),
  pendingComponent: WholeLoader,
  errorComponent: ErrorScreen,
});
