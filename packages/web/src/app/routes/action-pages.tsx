import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ExportSearch } from '../../actions/exports/export-search.ts';
import type { FunnelSearch } from '../../actions/sales/funnel/funnel-search.ts';
import { loadMessages, loadMetricsMessages } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { authenticated, parseId, requireId } from './parents.tsx';

/** Conditions show the names and units of metrics. */
const loadAlertMessages = async () => void (await Promise.all([loadMessages('alerts'), loadMetricsMessages()]));

const alertBase = { getParentRoute: () => authenticated, loader: loadAlertMessages };

const alertList = createRoute({
  ...alertBase,
  path: '/alerts',
  staticData: { crumbs: crumbs.alerts, area: 'alerts' },
  component: lazyRouteComponent(() => import('../../actions/alerts/list/alert-list-page.tsx'), 'AlertListPage'),
});

interface NewAlertSearch {
  /** ID of the alert to copy. */
  readonly like?: number;
  /** Initial type of condition. */
  readonly type?: string;
}

const newAlert = createRoute({
  ...alertBase,
  path: '/alerts/new-alert',
  staticData: { crumbs: crumbs.newAlert, area: 'newAlert' },
  validateSearch: ({ like, type }: Record<string, unknown>): NewAlertSearch => {
    const id = parseId(String(like ?? ''));
    return { ...(id !== null && { like: id }), ...(typeof type === 'string' && { type }) };
  },
  component: lazyRouteComponent(() => import('../../actions/alerts/form/alert-form-pages.tsx'), 'NewAlertPage'),
});

const alert = createRoute({
  ...alertBase,
  path: '/alerts/$alertId',
  staticData: { crumbs: crumbs.updateAlert, area: 'updateAlert' },
  beforeLoad: ({ params }) => requireId(params.alertId, '/alerts'),
  component: lazyRouteComponent(() => import('../../actions/alerts/form/alert-form-pages.tsx'), 'AlertPage'),
});

const story = createRoute({
  ...alertBase,
  path: '/alerts/log/$logId',
  staticData: { crumbs: crumbs.updateAlert, area: 'alertLog' },
  beforeLoad: ({ params }) => requireId(params.logId, '/alerts'),
  component: lazyRouteComponent(() => import('../../actions/alerts/story/story-page.tsx'), 'StoryPage'),
});

const reportBase = { getParentRoute: () => authenticated, loader: () => loadMessages('reports') };

const reportList = createRoute({
  ...reportBase,
  path: '/reports',
  staticData: { crumbs: crumbs.reports, area: 'reports' },
  component: lazyRouteComponent(() => import('../../actions/reports/report-list-page.tsx'), 'ReportListPage'),
});

const newReport = createRoute({
  ...reportBase,
  path: '/reports/new',
  staticData: { crumbs: crumbs.newReport, area: 'newReport' },
  component: lazyRouteComponent(() => import('../../actions/reports/form/report-form-pages.tsx'), 'NewReportPage'),
});

const report = createRoute({
  ...reportBase,
  path: '/reports/$reportId',
  staticData: { crumbs: crumbs.updateReport, area: 'updateReport' },
  beforeLoad: ({ params }) => requireId(params.reportId, '/reports'),
  component: lazyRouteComponent(() => import('../../actions/reports/form/report-form-pages.tsx'), 'ReportPage'),
});

const exportData = createRoute({
  getParentRoute: () => authenticated,
  path: '/export-data',
  staticData: { crumbs: crumbs.exportData, area: 'exportData' },
  // The page parses it, so that the first chunk does not contain the parser.
  validateSearch: (given: Record<string, unknown>): ExportSearch => given,
  loader: () => Promise.all([loadMessages('sales'), loadMessages('reports')]),
  component: lazyRouteComponent(() => import('../../actions/exports/export-page.tsx'), 'ExportPage'),
});

const funnel = createRoute({
  getParentRoute: () => authenticated,
  path: '/sales-funnel',
  staticData: { crumbs: crumbs.salesFunnel, area: 'salesFunnel' },
  // The page parses it, so that the first chunk does not contain the parser.
  validateSearch: (given: Record<string, unknown>): FunnelSearch => given,
  loader: () => loadMessages('sales'),
  component: lazyRouteComponent(() => import('../../actions/sales/funnel/funnel-page.tsx'), 'FunnelPage'),
});

const salesImport = createRoute({
  getParentRoute: () => authenticated,
  path: '/sales-metrics-import',
  staticData: { crumbs: crumbs.importSalesMetrics, area: 'salesImport' },
  loader: () => loadMessages('sales'),
  component: lazyRouteComponent(() => import('../../actions/sales/import/import-page.tsx'), 'ImportPage'),
});

const stopAndGoBase = { getParentRoute: () => authenticated, loader: () => loadMessages('stopAndGo') };

const screenList = createRoute({
  ...stopAndGoBase,
  path: '/stop-n-go',
  staticData: { crumbs: crumbs.stopAndGo, area: 'stopAndGo' },
  component: lazyRouteComponent(() => import('../../actions/stop-and-go/screens-page.tsx'), 'ScreensPage'),
});

const staff = createRoute({
  ...stopAndGoBase,
  path: '/stop-n-go/$screenId',
  staticData: { crumbs: crumbs.stopAndGoScreen, area: 'stopAndGo' },
  beforeLoad: ({ params }) => requireId(params.screenId, '/stop-n-go'),
  component: lazyRouteComponent(() => import('../../actions/stop-and-go/staff-page.tsx'), 'StaffPage'),
});

export const actionPages = [
  alertList,
  newAlert,
  alert,
  story,
  reportList,
  newReport,
  report,
  exportData,
  funnel,
  salesImport,
  screenList,
  staff,
] as const;
