import type { WidgetType } from '@atrium/domain/dashboards';
import { type ComponentType, lazy } from 'react';
import type { WidgetViewModule, WidgetViewProps } from './view.ts';

type LazyView = ComponentType<WidgetViewProps>;

const from = (load: () => Promise<WidgetViewModule>): LazyView =>
  lazy(() => load().then(({ View }) => ({ default: View })));

const waiting = from(() => import('./waiting/view.tsx'));

/** The looks of every type, each fetched with the first widget of its type. */
export const widgetViews = {
  table: waiting,
  alertLogTable: waiting,
  areaChart: from(() => import('./area-chart/view.tsx')),
  lineChart: from(() => import('./line-chart/view.tsx')),
  barChart: waiting,
  columnChart: from(() => import('./column-chart/view.tsx')),
  gridChart: waiting,
  pieChart: waiting,
  circleChart: waiting,
  progressBarChart: waiting,
  webChart: waiting,
  kpis: from(() => import('./kpis/view.tsx')),
  mapView: waiting,
  heatmap: waiting,
  weather: waiting,
  zones: waiting,
} as const satisfies Record<WidgetType, LazyView>;
