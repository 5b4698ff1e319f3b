import { instantToDate } from '@atrium/domain/core';
import { type DateReader, dash, formatClock, formatDate } from '@atrium/domain/core/format';
import type { Widget } from '@atrium/domain/pages/definitions';
import {
  buildFlatTable,
  type FlatValue,
  findWidgetSite,
  getPresent,
  hasTimeRows,
  type WidgetContext,
  type WidgetSeries,
} from '@atrium/domain/pages/widgets';
import { type ChartTable, formatUnsupported } from '../../charts/index.ts';
import { formatGroup, formatMetricName, formatMetricValue, getWording, type Reader } from './metric-texts.ts';

interface TableOf {
  readonly widget: Widget;
  readonly series: readonly WidgetSeries[];
  readonly context: WidgetContext;
}

/** Builds a table of a widget's numbers: `plain` for files, otherwise formatted. */
export function buildWidgetTable(
  { widget, series, context }: TableOf,
  reader: Reader,
  form: 'read' | 'plain',
): ChartTable {
  const { t } = reader;
  const site = findWidgetSite(widget, context);
  const timezone = site?.timezone ?? 'UTC';
  const metrics = series.map((each) => each.metric);
  const now = site && form === 'read' ? getPresent(metrics, site, context.filters, context.now) : null;
  const flat = buildFlatTable(series, {
    metric: (each) => formatMetricName(widget, each.index, each.metric, t),
    group: (each, depth) => {
      const group = each.groups[depth];
      return group ? formatGroup(group, reader) : '';
    },
    time: (from, to) => {
      const word = formatStepTime(from, to, timezone, reader);
      return now !== null && from <= now && now < to ? `${word}, ${t('charts.soFar')}` : word;
    },
    first: t(hasTimeRows(series) ? 'charts.when' : 'charts.value'),
    usual: t('charts.usual'),
    lower: t('charts.rangeFrom'),
    upper: t('charts.rangeTo'),
  });
  const first = series[0];
  const isOneMetric = first !== undefined && series.every(({ index }) => index === first.index);
  const write = (value: FlatValue) => {
    if (typeof value === 'object' && value !== null) return formatUnsupported(value, t);
    if (form === 'plain') return value === null ? '' : String(Number(value.toPrecision(12)));
    if (value === null) return dash;
    if (first === undefined || !isOneMetric) return plainText(value, reader);
    return formatMetricValue(
      value,
      first.metric,
      { ...getWording(widget, first.index, first.metric), hideUnit: true },
      reader,
    );
  };
  return { columns: flat.columns, rows: flat.rows.map(({ label, values }) => [label, ...values.map(write)]) };
}

function plainText(value: number, { locale }: Reader): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2, numberingSystem: 'latn' }).format(value);
}

/** In s. A day has at least 22 hours. */
const shortestDay = 79_200;

/** Formats `20/11/2025 14:00`, or the date alone for a whole day. */
export function formatStepTime(from: number, to: number, timezone: string, reader: DateReader): string {
  const day = formatDate(instantToDate(timezone, from), reader);
  return (to - from) / 1000 < shortestDay ? `${day} ${formatClock(from, timezone)}` : day;
}
