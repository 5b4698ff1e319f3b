import type { WidgetType } from '@atrium/domain/dashboards';
import { type ComponentType, lazy } from 'react';
import type { WidgetViewModule, WidgetViewProps } from './view.ts';

/** What draws every type. Each is fetched with the first widget of its type. */
const modules = {
  table: () => import('./table/view.tsx'),
  alertLogTable: () => import('./alert-log-table/view.tsx'),
  areaChart: () => import('./area-chart/view.tsx'),
  lineChart: () => import('./line-chart/view.tsx'),
  barChart: () => import('./bar-chart/view.tsx'),
  columnChart: () => import('./column-chart/view.tsx'),
  gridChart: () => import('./grid-chart/view.tsx'),
  pieChart: () => import('./pie-chart/view.tsx'),
  circleChart: () => import('./circle-chart/view.tsx'),
  progressBarChart: () => import('./progress-bar-chart/view.tsx'),
  webChart: () => import('./web-chart/view.tsx'),
  kpis: () => import('./kpis/view.tsx'),
  mapView: () => import('./map-view/view.tsx'),
  heatmap: () => import('./heatmap/view.tsx'),
  weather: () => import('./weather/view.tsx'),
  zones: () => import('./zones/view.tsx'),
} as const satisfies Record<WidgetType, () => Promise<WidgetViewModule>>;

type LazyView = ComponentType<WidgetViewProps>;

/** The looks of every type. */
export const widgetViews = Object.fromEntries(
  Object.entries(modules).map(([type, load]) => [
    type,
    lazy(() => load().then(({ View }: WidgetViewModule) => ({ default: View }))),
  ]),
) as unknown as Readonly<Record<WidgetType, LazyView>>;

/** Fetches what draws these types while their numbers are on their way. What fails is told when it is to be drawn. */
export function fetchViews(types: Iterable<WidgetType>): void {
  for (const type of new Set(types)) modules[type]().catch(() => {});
}
