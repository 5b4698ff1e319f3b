import type { Widget, WidgetType } from '../definitions/index.ts';
import { countItems } from './asking/places.ts';
import { barChart } from './bar-chart-spec.ts';
import { kpis } from './kpis-spec.ts';
import { getTimeChartSize } from './numbers/plots.ts';
import { numbersSpec, ownSpec } from './numbers-spec.ts';
import { coloring, courseLook, shareLook } from './options/option-sets.ts';
import { progressBarChart } from './progress-bar-chart-spec.ts';
import type { WidgetContext, WidgetSize, WidgetSpec } from './widget-spec.ts';

/** Time series, one line per metric and group. */
const lineChart = numbersSpec({
  groupBy: ['DATE'],
  size: getTimeChartSize,
  options: courseLook,
  isEvolution: true,
});

/** Time series as areas, optionally stacked. */
const areaChart = numbersSpec({
  groupBy: ['DATE'],
  size: getTimeChartSize,
  options: courseLook,
  isEvolution: true,
});

/** Vertical bars: over time, or by the metrics' groups. */
const columnChart = numbersSpec({
  groupBy: ['DATE'],
  size: getTimeChartSize,
  options: courseLook,
  isEvolution: true,
});

/** Heat table: hours as columns, days or groups as rows, values as colors. */
const gridChart = numbersSpec({
  groupBy: ['DATE'],
  byClock: true,
  options: ['showMinMaxLabel', ...coloring],
  size: { columns: 6, height: 250 },
  oneMetric: () => true,
});

/** Shares of a whole. */
const pieChart = numbersSpec({
  groupBy: null,
  options: shareLook,
  size: { columns: 4, height: 250 },
  outline: 'ring',
});

/** A number as a share of its maximum, as a full or half ring. */
const circleChart = numbersSpec({
  groupBy: null,
  options: ['halfCircle', 'rowFormatter', 'thresholds', ...coloring],
  size: { columns: 4, height: 250 },
  outline: 'ring',
});

/** Several metrics of a few groups: a radar chart, or parallel axes. */
const webChart = numbersSpec({
  groupBy: ['ZONE'],
  options: ['isParallelCoordinates', 'showLegend'],
  size: { columns: 6, height: 320 },
  outline: 'ring',
});

/**
 * In px: height of a row and of the column headers; `most` is the number of visible rows before the table scrolls. With
 * its frame a table is 69 × rows + 100 px high (G04).
 */
const row = { height: 69, head: 30, most: 8 };

/** A row per group, a column per metric. */
const table = numbersSpec({
  groupBy: ['ZONE'],
  options: ['isPercentage', 'rowFormatter', 'thresholds', ...coloring],
  shelf: 'figures',
  size: sizeOf,
  outline: 'rows',
  isFigures: true,
});

function sizeOf(widget: Widget, context: WidgetContext | null): WidgetSize {
  const rows = Math.max(1, Math.min(row.most, countItems(widget, context, row.most)));
  return { columns: 12, height: rows * row.height + row.head };
}

/** Firings of alerts, strongest first. The height is a header of 32 px and three rows of 69 px. */
const alertLogTable = ownSpec({
  size: { columns: 6, height: 239 },
  live: 'fast',
  outline: 'rows',
  shelf: 'figures',
  asksFor: 4,
  options: ['metrics', 'alertIds', 'hideUnit'],
});

/** Where people were, one picture per day. */
const heatmap = ownSpec({ size: { columns: 6, height: 360 }, live: 'slow', options: ['dayLimit'] });

/** Zones and passages on a plan. */
const mapView = ownSpec({
  size: { columns: 12, height: 480 },
  live: 'fast',
  options: ['headers', 'dropdownsConfig', 'hideUnit', ...coloring],
});

/** Weather forecast at the site. */
const weather = ownSpec({ size: { columns: 4, height: 200 }, live: 'slow' });

/** How full each zone is now. */
const zones = ownSpec({ size: { columns: 6, height: 239 }, live: 'live', outline: 'rows' });

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
