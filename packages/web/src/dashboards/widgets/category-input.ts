import type { Widget } from '@atrium/domain/dashboards';
import { settingsOf, type WidgetSeries } from '@atrium/domain/dashboards/widgets';
import type { PlotInput, PlotSeries } from '../../charts/plot/index.ts';
import { axisGroups, limitsIn } from './axes.ts';
import { type Item, itemsOf } from './items.ts';
import { axesOf } from './time-input.ts';
import { paletteColor } from './words/colors.ts';
import type { Reader } from './words/metric-words.ts';
import { sayValue } from './words/metric-words.ts';

/** The number that a chart with named places draws at a place in one of its series; null where there is none. */
export function itemAt(
  widget: Widget,
  series: readonly WidgetSeries[],
  { place, index }: { readonly place: number; readonly index: number },
  reader: Reader,
): Item | null {
  const items = itemsOf(widget, { series, coverage: { ratio: null, silent: [] } }, reader);
  const row = [...new Set(items.map((item) => item.row))][place];
  const column = [...new Set(items.map((item) => item.column))][index];
  return items.find((item) => item.row === row && item.column === column) ?? null;
}

/** Numbers by group as a chart with named places draws them: a place per outermost group, a series for what is left. */
export function categoryInput(
  widget: Widget,
  series: readonly WidgetSeries[],
  mark: PlotSeries['mark'],
  reader: Reader,
): PlotInput {
  const settings = settingsOf(widget);
  const items = itemsOf(widget, { series, coverage: { ratio: null, silent: [] } }, reader);
  const rows = [...new Set(items.map(({ row }) => row))];
  const columns = [...new Set(items.map(({ column }) => column))];
  const axes = axisGroups(widget, series, settings);
  const plotted = columns.map((column, index): PlotSeries => {
    const own = items.filter((item) => item.column === column);
    const first = own[0];
    const color = first && settings.colors[first.series.metric.id];
    return {
      key: column,
      name: column || widget.title,
      color: color ?? (columns.length === 1 ? 'var(--d1)' : paletteColor(index)),
      mark,
      axis: first === undefined || axes[0]?.includes(first.series) ? 0 : 1,
      buckets: rows.map((row, place) => {
        const item = own.find((each) => each.row === row);
        const point = item?.series.point ?? { state: 'missing' as const };
        return { from: place, to: place + 1, label: row, point, usual: item?.usual ?? null };
      }),
      format: (value) => (first ? sayValue(value, first.series.metric, first.wording, reader) : String(value)),
    };
  });
  return {
    series: plotted,
    axes: axesOf(
      widget,
      columns.flatMap((column) => items.find((item) => item.column === column)?.series ?? []),
      plotted,
      reader,
    ),
    stacked: settings.stacked,
    percentage: settings.isPercentage,
    thresholds: limitsIn(series, settings).map(({ value, label, color }) => ({ value, label: label ?? '', color })),
    minMax: settings.showMinMaxLabel,
    closed: [],
    events: [],
    now: null,
    ticks: rows.map((label, place) => ({
      at: place + 0.5,
      label: label.length > 16 ? `${label.slice(0, 15)}…` : label,
    })),
  };
}
