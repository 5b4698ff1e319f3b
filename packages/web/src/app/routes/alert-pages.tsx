import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages, loadMetricsMessages } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { authenticated, parseId, requireId } from './parents.tsx';

/** Conditions show the names and units of metrics. */
const loader = async () => void (await Promise.all([loadMessages('alerts'), loadMetricsMessages()]));

const screens = () => import('../screens/alert-screens.tsx');
const base = { getParentRoute: () => authenticated, loader };

const list = createRoute({
  ...base,
  path: '/alerts',
  staticData: { crumbs: crumbs.alerts, area: 'alerts' },
  component: lazyRouteComponent(screens, 'AlertListPage'),
});

interface NewAlertSearch {
  /** ID of the alert to copy. */
  readonly like?: number;
  /** Initial type of condition. */
  readonly type?: string;
}

const newAlert = createRoute({
  ...base,
  path: '/alerts/new-alert',
  staticData: { crumbs: crumbs.newAlert, area: 'newAlert' },
  validateSearch: ({ like, type }: Record<string, unknown>): NewAlertSearch => {
    const id = parseId(String(like ?? ''));
    return { ...(id !== null && { like: id }), ...(typeof type === 'string' && { type }) };
  },
  component: lazyRouteComponent(screens, 'NewAlertPage'),
});

const alert = createRoute({
  ...base,
  path: '/alerts/$alertId',
  staticData: { crumbs: crumbs.updateAlert, area: 'updateAlert' },
  beforeLoad: ({ params }) => requireId(params.alertId, '/alerts'),
  component: lazyRouteComponent(screens, 'AlertPage'),
});

const story = createRoute({
  ...base,
  path: '/alerts/log/$logId',
  staticData: { crumbs: crumbs.updateAlert, area: 'alertLog' },
  beforeLoad: ({ params }) => requireId(params.logId, '/alerts'),
  component: lazyRouteComponent(screens, 'StoryPage'),
});

export const alertPages = [list, newAlert, alert, story] as const;
