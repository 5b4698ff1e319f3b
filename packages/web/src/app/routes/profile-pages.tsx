import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { openPeople } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { house } from './parents.tsx';

const bare = createRoute({
  getParentRoute: () => house,
  path: '/user-profile',
  beforeLoad: () => {
    throw redirect({ to: '/user-profile/general', replace: true });
  },
});

const general = createRoute({
  getParentRoute: () => house,
  path: '/user-profile/general',
  staticData: { crumbs: crumbs.profileGeneral },
  loader: openPeople,
  component: lazyRouteComponent(() => import('../../access/people/index.ts'), 'ProfileGeneralPage'),
});

const preferences = createRoute({
  getParentRoute: () => house,
  path: '/user-profile/preferences',
  staticData: { crumbs: crumbs.profilePreferences },
  loader: openPeople,
  component: lazyRouteComponent(() => import('../../access/people/index.ts'), 'ProfilePreferencesPage'),
});

const security = createRoute({
  getParentRoute: () => house,
  path: '/user-profile/security',
  staticData: { crumbs: crumbs.profileSecurity },
  loader: openPeople,
  component: lazyRouteComponent(() => import('../../access/people/index.ts'), 'ProfileSecurityPage'),
});

/** An empty rest of the path may be this route's too; that is the bare profile. */
const unknown = createRoute({
  getParentRoute: () => house,
  path: '/user-profile/$',
  beforeLoad: ({ params }) => {
    throw redirect({ to: params._splat ? '/not-found' : '/user-profile/general', replace: true });
  },
});

export const profilePages = [bare, general, preferences, security, unknown] as const;
