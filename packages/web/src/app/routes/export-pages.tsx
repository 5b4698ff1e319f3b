import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { ExportSearch } from '../../actions/exports/index.ts';
import { loadMessages } from '../../i18n/index.ts';
import { crumbs } from '../crumbs.ts';
import { authenticated } from './parents.tsx';

const exportData = createRoute({
  getParentRoute: () => authenticated,
  path: '/export-data',
  staticData: { crumbs: crumbs.exportData, area: 'exportData' },
  // The page parses it, so that the first chunk does not contain the parser.
  validateSearch: (given: Record<string, unknown>): ExportSearch => given,
  loader: () => Promise.all([loadMessages('sales'), loadMessages('reports')]),
  component: lazyRouteComponent(() => import('../../actions/exports/index.ts'), 'ExportPage'),
});

export const exportPages = [exportData] as const;
