import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadMessages } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { authenticated, requireId } from './parents.tsx';

const screens = () => import('../screens/report-screens.tsx');
const base = { getParentRoute: () => authenticated, loader: () => loadMessages('reports') };

const list = createRoute({
  ...base,
  path: '/reports',
  staticData: { crumbs: crumbs.reports, area: 'reports' },
  component: lazyRouteComponent(screens, 'ReportListPage'),
});

const newReport = createRoute({
  ...base,
  path: '/reports/new',
  staticData: { crumbs: crumbs.newReport, area: 'newReport' },
  component: lazyRouteComponent(screens, 'NewReportPage'),
});

const report = createRoute({
  ...base,
  path: '/reports/$reportId',
  staticData: { crumbs: crumbs.updateReport, area: 'updateReport' },
  beforeLoad: ({ params }) => requireId(params.reportId, '/reports'),
  component: lazyRouteComponent(screens, 'ReportPage'),
});

export const reportPages = [list, newReport, report] as const;
