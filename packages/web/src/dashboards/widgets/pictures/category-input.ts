import type { Widget } from '@atrium/domain/dashboards/definitions';
import { getWidgetSettings, type WidgetSeries } from '@atrium/domain/dashboards/widgets';
import type { PlotInput, PlotSeries } from '../../../charts/plot/index.ts';
import type { Reader } from '../../words/metric-texts.ts';
import { formatMetricValue } from '../../words/metric-texts.ts';
import { groupByAxis, listLimits } from './axes.ts';
import { getColumnColors, type Item, listItems } from './items.ts';
import { buildAxes } from './time-input.ts';

/** Returns the number that a category chart draws at a category and series; null if there is none. */
export function findItem(
  widget: Widget,
  series: readonly WidgetSeries[],
  { place, index }: { readonly place: number; readonly index: number },
  reader: Reader,
): Item | null {
  const items = listItems(widget, { series }, reader);
  const row = [...new Set(items.map((item) => item.row))][place];
  const column = [...new Set(items.map((item) => item.column))][index];
  return items.find((item) => item.row === row && item.column === column) ?? null;
}

/**
 * Builds the input of a category chart: a category per outermost group and a series per remaining name. At most `most`
 * series; `rest` is the number omitted.
 */
export function buildCategoryInput(
  widget: Widget,
  series: readonly WidgetSeries[],
  mark: PlotSeries['mark'],
  reader: Reader,
  most: number,
): { readonly input: PlotInput; readonly rest: number } {
  const settings = getWidgetSettings(widget);
  const items = listItems(widget, { series }, reader);
  const rows = [...new Set(items.map(({ row }) => row))];
  const all = [...new Set(items.map(({ column }) => column))];
  const columns = all.slice(0, most);
  const colors = getColumnColors(widget, items);
  const axes = groupByAxis(widget, series, settings);
  const plotted = columns.map((column): PlotSeries => {
    const own = items.filter((item) => item.column === column);
    const first = own[0];
    return {
      key: column,
      name: column || widget.title,
      color: colors.get(column) ?? 'var(--data)',
      mark,
      axis: first === undefined || axes[0]?.includes(first.series) ? 0 : 1,
      buckets: rows.map((row, place) => {
        const item = own.find((each) => each.row === row);
        const point = item?.series.point ?? { state: 'missing' as const };
        return { from: place, to: place + 1, label: row, point, usual: item?.usual ?? null };
      }),
      format: (value) => (first ? formatMetricValue(value, first.series.metric, first.wording, reader) : String(value)),
    };
  });
  const input: PlotInput = {
    series: plotted,
    axes: buildAxes(
      widget,
      columns.flatMap((column) => items.find((item) => item.column === column)?.series ?? []),
      plotted,
      reader,
    ),
    stacked: settings.stacked,
    percentage: settings.isPercentage,
    thresholds: listLimits(series, settings).map(({ value, label, color }) => ({ value, label: label ?? '', color })),
    minMax: settings.showMinMaxLabel,
    closed: [],
    events: [],
    now: null,
    ticks: rows.map((label, place) => ({
      at: place + 0.5,
      label: label.length > 16 ? `${label.slice(0, 15)}…` : label,
    })),
  };
  return { input, rest: all.length - columns.length };
}
