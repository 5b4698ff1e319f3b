import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { openPeople } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { house } from './parents.tsx';

const people = () => import('../../access/people/index.ts');

const general = createRoute({
  getParentRoute: () => house,
  path: '/user-profile/general',
  staticData: { crumbs: crumbs.profileGeneral, area: 'userProfile' },
  loader: openPeople,
  component: lazyRouteComponent(people, 'ProfileGeneralPage'),
});

const preferences = createRoute({
  getParentRoute: () => house,
  path: '/user-profile/preferences',
  staticData: { crumbs: crumbs.profilePreferences, area: 'userProfile' },
  loader: openPeople,
  component: lazyRouteComponent(people, 'ProfilePreferencesPage'),
});

const security = createRoute({
  getParentRoute: () => house,
  path: '/user-profile/security',
  staticData: { crumbs: crumbs.profileSecurity, area: 'userProfile' },
  loader: openPeople,
  component: lazyRouteComponent(people, 'ProfileSecurityPage'),
});

/** Without a rest the first tab, with one that nobody knows no page. */
const bare = ['/user-profile', '/user-profile/$'].map((path) =>
  createRoute({
    getParentRoute: () => house,
    path,
    beforeLoad: ({ params }: { params: { _splat?: string } }) => {
      throw redirect({ to: params._splat ? '/not-found' : '/user-profile/general', replace: true });
    },
  }),
);

export const profilePages = [general, preferences, security, ...bare] as const;
