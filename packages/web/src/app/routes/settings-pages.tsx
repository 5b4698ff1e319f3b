import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { openPeople } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { house } from './parents.tsx';

const bare = createRoute({
  getParentRoute: () => house,
  path: '/settings',
  component: lazyRouteComponent(() => import('../screens/settings-screens.tsx'), 'FirstSettings'),
});

const organization = createRoute({
  getParentRoute: () => house,
  path: '/settings/organization',
  staticData: { crumbs: crumbs.organization },
  loader: openPeople,
  component: lazyRouteComponent(() => import('../screens/settings-screens.tsx'), 'OrganizationScreen'),
});

/** An empty rest of the path may be this route's too; that is the bare section. */
const unknown = createRoute({
  getParentRoute: () => house,
  path: '/settings/$',
  beforeLoad: ({ params }) => {
    if (params._splat) throw redirect({ to: '/not-found', replace: true });
  },
  component: lazyRouteComponent(() => import('../screens/settings-screens.tsx'), 'FirstSettings'),
});

export const settingsPages = [bare, organization, unknown] as const;
