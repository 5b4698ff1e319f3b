import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { authenticated, requireId } from './parents.tsx';

const screens = () => import('../screens/stop-and-go-screens.tsx');
const base = { getParentRoute: () => authenticated, loader: () => loadMessages('stopAndGo') };

const list = createRoute({
  ...base,
  path: '/stop-n-go',
  staticData: { crumbs: crumbs.stopAndGo, area: 'stopAndGo' },
  component: lazyRouteComponent(screens, 'ScreensPage'),
});

const staff = createRoute({
  ...base,
  path: '/stop-n-go/$screenId',
  staticData: { crumbs: crumbs.stopAndGoScreen, area: 'stopAndGo' },
  beforeLoad: ({ params }) => requireId(params.screenId, '/stop-n-go'),
  component: lazyRouteComponent(screens, 'StaffPage'),
});

export const stopAndGoPages = [list, staff] as const;
