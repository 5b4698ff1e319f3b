import type { WidgetType } from '@atrium/domain/dashboards/definitions';
import { type ComponentType, lazy } from 'react';
import type { WidgetViewModule, WidgetViewProps } from './pictures/view.ts';

const commonViews = () => import('./common-views.ts');
const common = async (type: keyof Awaited<ReturnType<typeof commonViews>>): Promise<WidgetViewModule> => ({
  View: (await commonViews())[type],
});

/** What draws every type. The rarer ones are fetched with the first widget of their type. */
const modules = {
  table: () => common('table'),
  alertLogTable: () => import('./alert-log-table/view.tsx'),
  areaChart: () => common('areaChart'),
  lineChart: () => common('lineChart'),
  barChart: () => common('barChart'),
  columnChart: () => common('columnChart'),
  gridChart: () => common('gridChart'),
  pieChart: () => common('pieChart'),
  circleChart: () => common('circleChart'),
  progressBarChart: () => common('progressBarChart'),
  webChart: () => common('webChart'),
  kpis: () => common('kpis'),
  mapView: () => import('./map-view/view.tsx'),
  heatmap: () => import('./heatmap/view.tsx'),
  weather: () => import('./weather/view.tsx'),
  zones: () => import('./zones/view.tsx'),
} as const satisfies Record<WidgetType, () => Promise<WidgetViewModule>>;

// Beside the page's own script, not after its question.
commonViews().catch(() => {});

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
