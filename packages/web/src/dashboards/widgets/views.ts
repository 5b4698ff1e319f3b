import type { WidgetType } from '@atrium/domain/dashboards';
import { type ComponentType, lazy } from 'react';
import type { WidgetViewModule, WidgetViewProps } from './view.ts';

type LazyView = ComponentType<WidgetViewProps>;

const from = (load: () => Promise<WidgetViewModule>): LazyView =>
  lazy(() => load().then(({ View }) => ({ default: View })));

/** The looks of every type, each fetched with the first widget of its type. */
export const widgetViews = {
  table: from(() => import('./table/view.tsx')),
  alertLogTable: from(() => import('./alert-log-table/view.tsx')),
  areaChart: from(() => import('./area-chart/view.tsx')),
  lineChart: from(() => import('./line-chart/view.tsx')),
  barChart: from(() => import('./bar-chart/view.tsx')),
  columnChart: from(() => import('./column-chart/view.tsx')),
  gridChart: from(() => import('./grid-chart/view.tsx')),
  pieChart: from(() => import('./pie-chart/view.tsx')),
  circleChart: from(() => import('./circle-chart/view.tsx')),
  progressBarChart: from(() => import('./progress-bar-chart/view.tsx')),
  webChart: from(() => import('./web-chart/view.tsx')),
  kpis: from(() => import('./kpis/view.tsx')),
  mapView: from(() => import('./map-view/view.tsx')),
  heatmap: from(() => import('./heatmap/view.tsx')),
  weather: from(() => import('./weather/view.tsx')),
  zones: from(() => import('./zones/view.tsx')),
} as const satisfies Record<WidgetType, LazyView>;
