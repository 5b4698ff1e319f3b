import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { FunnelSearch } from '../../actions/sales/funnel/index.ts';
import { loadMessages } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { authenticated } from './parents.tsx';

const funnel = createRoute({
  getParentRoute: () => authenticated,
  path: '/sales-funnel',
  staticData: { crumbs: crumbs.salesFunnel, area: 'salesFunnel' },
  // The page parses it, so that the first chunk does not contain the parser.
  validateSearch: (given: Record<string, unknown>): FunnelSearch => given,
  loader: () => loadMessages('sales'),
  component: lazyRouteComponent(() => import('../../actions/sales/funnel/index.ts'), 'FunnelPage'),
});

const salesImport = createRoute({
  getParentRoute: () => authenticated,
  path: '/sales-metrics-import',
  staticData: { crumbs: crumbs.importSalesMetrics, area: 'salesImport' },
  loader: () => loadMessages('sales'),
  component: lazyRouteComponent(() => import('../../actions/sales/import/index.ts'), 'ImportPage'),
});

export const salesPages = [funnel, salesImport] as const;
