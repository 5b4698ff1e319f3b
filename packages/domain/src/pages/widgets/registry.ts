import type { Widget, WidgetType } from '../definitions/index.ts';
import { countItems } from './asking/places.ts';
import { getTimeChartSize } from './numbers/plots.ts';
import { numbersSpec, ownSpec } from './numbers-spec.ts';
import { barLook, coloring, courseLook, shareLook } from './options/option-sets.ts';
import { getWidgetSettings } from './settings.ts';
import type { WidgetContext, WidgetSize, WidgetSpec } from './widget-spec.ts';

/** Cards per row; height of a card and gap between rows in px (G04). */
const kpiRow = { cards: 4, height: 116, gap: 12 };

/** Figures with usual values and time series. */
const kpis = numbersSpec({
  groupBy: null,
  withCourse: true,
  size: sizeKpis,
  options: ['kpis', 'isKpiMenuHidden', ...coloring],
  shelf: 'figures',
  asksFor: 4,
  outline: 'cards',
  isFigures: true,
  live: 'fast',
});

function sizeKpis({ metrics = [] }: Widget): WidgetSize {
  const rows = Math.max(1, Math.ceil(metrics.length / kpiRow.cards));
  return { columns: 12, height: rows * kpiRow.height + (rows - 1) * kpiRow.gap };
}

/** Numbers as shares of their maximum, one bar each. */
const progressBarChart = numbersSpec({
  groupBy: null,
  options: ['rowFormatter', 'thresholds', ...coloring],
  shelf: 'figures',
  size: sizeProgressBars,
  outline: 'rows',
});

function sizeProgressBars(widget: Widget, context: WidgetContext | null): WidgetSize {
  const { metrics = [] } = widget;
  const isSplit = metrics.some(({ groupBy = [] }) => groupBy.length > 0);
  const bars = metrics.length * (isSplit ? countItems(widget, context, 4) : 1);
  return { columns: 4, height: Math.max(150, Math.min(550, bars * 50)) };
}

/**
 * In px: height per item, the height up to which stacks get more space, and the minimum and maximum before the chart
 * scrolls (G04).
 */
const barHeight = 50;
const roomyHeight = 400;
const minBarChart = 150;
const maxBarChart = 550;

/** Horizontal bars, one per group. */
const barChart = numbersSpec({ groupBy: ['ZONE'], size: sizeBarChart, options: barLook, outline: 'rows' });

function sizeBarChart(widget: Widget, context: WidgetContext | null): WidgetSize {
  const items = countItems(widget, context, 5);
  const { stacked, isPercentage } = getWidgetSettings(widget);
  const isRoomy = (stacked || isPercentage) && items * barHeight <= roomyHeight;
  const height = isRoomy ? (items - 1) * barHeight + minBarChart : items * barHeight;
  return { columns: 6, height: Math.max(minBarChart, Math.min(maxBarChart, height)) };
}

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
 * In px: height of a row and of the column headers; `max` is the number of visible rows before the table scrolls. With
 * its frame a table is 69 × rows + 100 px high (G04).
 */
const tableRow = { height: 69, head: 30, max: 8 };

/** A row per group, a column per metric. */
const table = numbersSpec({
  groupBy: ['ZONE'],
  options: ['isPercentage', 'rowFormatter', 'thresholds', ...coloring],
  shelf: 'figures',
  size: sizeTable,
  outline: 'rows',
  isFigures: true,
});

function sizeTable(widget: Widget, context: WidgetContext | null): WidgetSize {
  const rows = Math.max(1, Math.min(tableRow.max, countItems(widget, context, tableRow.max)));
  return { columns: 12, height: rows * tableRow.height + tableRow.head };
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
