import type { WidgetType } from '../definitions/index.ts';
import { alertLogTable } from './alert-log-table/spec.ts';
import { areaChart } from './area-chart/spec.ts';
import { barChart } from './bar-chart/spec.ts';
import { circleChart } from './circle-chart/spec.ts';
import { columnChart } from './column-chart/spec.ts';
import { gridChart } from './grid-chart/spec.ts';
import { heatmap } from './heatmap/spec.ts';
import { kpis } from './kpis/spec.ts';
import { lineChart } from './line-chart/spec.ts';
import { mapView } from './map-view/spec.ts';
import { pieChart } from './pie-chart/spec.ts';
import { progressBarChart } from './progress-bar-chart/spec.ts';
import { table } from './table/spec.ts';
import { weather } from './weather/spec.ts';
import { webChart } from './web-chart/spec.ts';
import type { WidgetSpec } from './widget-spec.ts';
import { zones } from './zones/spec.ts';

/** Every widget type. After adding one to `widgetTypes` the compiler requires it here. */
export const widgetSpecs = {
  table,
  alertLogTable,
  areaChart,
  lineChart,
  barChart,
  columnChart,
  gridChart,
  pieChart,
  circleChart,
  progressBarChart,
  webChart,
  kpis,
  mapView,
  heatmap,
  weather,
  zones,
} as const satisfies Record<WidgetType, WidgetSpec<unknown>>;

export function getWidgetSpec(type: WidgetType): WidgetSpec<unknown> {
  return widgetSpecs[type];
}
