import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { loadAlertsMessages, loadMetricsMessages } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { idOf } from './id-of.ts';
import { authenticated } from './parents.tsx';

/** Conditions are told with the names and units of metrics. */
const loader = async () => void (await Promise.all([loadAlertsMessages(), loadMetricsMessages()]));

const base = { getParentRoute: () => authenticated, loader };

const list = createRoute({
  ...base,
  path: '/alerts',
  staticData: { crumbs: crumbs.alerts, area: 'alerts' },
  component: lazyRouteComponent(() => import('../../alerts/list/index.ts'), 'AlertListPage'),
});

interface NewAlertSearch {
  /** The alert that it begins as. */
  readonly like?: number;
  /** The type of condition that it begins with. */
  readonly type?: string;
}

const newAlert = createRoute({
  ...base,
  path: '/alerts/new-alert',
  staticData: { crumbs: crumbs.newAlert, area: 'newAlert' },
  validateSearch: ({ like, type }: Record<string, unknown>): NewAlertSearch => {
    const id = idOf(String(like ?? ''));
    return { ...(id !== null && { like: id }), ...(typeof type === 'string' && { type }) };
  },
  component: lazyRouteComponent(() => import('../../alerts/form/index.ts'), 'NewAlertPage'),
});

/** An address that names no number has no alert: the list has. */
const toList = (id: string) => {
  if (idOf(id) === null) throw redirect({ to: '/alerts', replace: true });
};

const alert = createRoute({
  ...base,
  path: '/alerts/$alertId',
  staticData: { crumbs: crumbs.updateAlert, area: 'updateAlert' },
  beforeLoad: ({ params }) => toList(params.alertId),
  component: lazyRouteComponent(() => import('../../alerts/form/index.ts'), 'AlertPage'),
});

const story = createRoute({
  ...base,
  path: '/alerts/log/$logId',
  staticData: { crumbs: crumbs.updateAlert, area: 'alertLog' },
  beforeLoad: ({ params }) => toList(params.logId),
  component: lazyRouteComponent(() => import('../../alerts/story/index.ts'), 'StoryPage'),
});

/** The list of alerts, their form, and the story of each time one fired. */
export const alertPages = [list, newAlert, alert, story] as const;
