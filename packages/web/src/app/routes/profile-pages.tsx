import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadMessages } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { authenticated } from './parents.tsx';

const general = createRoute({
  getParentRoute: () => authenticated,
  path: '/user-profile/general',
  staticData: { crumbs: crumbs.profileGeneral, area: 'userProfile' },
  loader: () => loadMessages('people'),
  component: lazyRouteComponent(
    () => import('../../people/access/people/profile-general-tab.tsx'),
    'ProfileGeneralPage',
  ),
});

const preferences = createRoute({
  getParentRoute: () => authenticated,
  path: '/user-profile/preferences',
  staticData: { crumbs: crumbs.profilePreferences, area: 'userProfile' },
  loader: () => loadMessages('people'),
  component: lazyRouteComponent(
    () => import('../../people/access/people/profile-preferences-tab.tsx'),
    'ProfilePreferencesPage',
  ),
});

const security = createRoute({
  getParentRoute: () => authenticated,
  path: '/user-profile/security',
  staticData: { crumbs: crumbs.profileSecurity, area: 'userProfile' },
  loader: () => loadMessages('people'),
  component: lazyRouteComponent(
    () => import('../../people/access/people/profile-security-tab.tsx'),
    'ProfileSecurityPage',
  ),
});

/** Without a tab, redirects to the first one. An unknown tab is not found. */
const bare = ['/user-profile', '/user-profile/$'].map((path) =>
  createRoute({
    getParentRoute: () => authenticated,
    path,
    beforeLoad: ({ params }: { params: { _splat?: string } }) => {
      throw redirect({ to: params._splat ? '/not-found' : '/user-profile/general', replace: true });
    },
  }),
);

export const profilePages = [general, preferences, security, ...bare] as const;
