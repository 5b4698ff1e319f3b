import type { PlotInput, PlotSeries } from '@atrium/charts/plot';
import { granularity, type Span } from '@atrium/domain/core';
import { formatClock } from '@atrium/domain/core/format';
import { getLastDay } from '@atrium/domain/numbers';
import type { Widget } from '@atrium/domain/pages/definitions';
import {
  getComparisonMode,
  getWidgetSettings,
  maxAxes,
  plotHeight,
  type WidgetSeries,
} from '@atrium/domain/pages/widgets';
import { useLayoutEffect, useMemo, useState } from 'react';
import { PlotChart } from '../../../charts/kinds/plot-chart.tsx';
import { PlotLegend } from '../../../charts/kinds/plot-legend.tsx';
import { useText } from '../../../i18n/index.ts';
import { formatCompareLegend } from '../../filters/filter-texts.ts';
import { formatMetricValue, type Reader } from '../../words/metric-texts.ts';
import { ScrollLine } from '../chrome/scroll-line.tsx';
import { getColumnColors, type Item, initialSeriesCount, listItems } from './items.ts';
import { buildAxes, buildTimeInput, getStep, groupByAxis, listLimits } from './time-input.ts';
import type { WidgetActs, WidgetExplains, WidgetViewProps } from './view.ts';
import styles from './widgets.module.css';

/**
 * Draws time series in one plot, or one plot per metric. With more scales than a plot has sides it draws one per scale.
 */
export function TimeChart({ mark, ...props }: WidgetViewProps & { readonly mark: PlotSeries['mark'] }) {
  const { widget, numbers, height } = props;
  const parts = useMemo(() => {
    const { isMultiChart } = getWidgetSettings(widget);
    if (isMultiChart) return [...Map.groupBy(numbers.series, ({ index }) => index).values()];
    const axes = groupByAxis(widget, numbers.series, getWidgetSettings(widget));
    return axes.length > maxAxes ? axes : [numbers.series];
  }, [widget, numbers]);
  if (parts.length < 2) return <OnePlot {...props} mark={mark} series={numbers.series} isFirst />;
  const each = plotHeight(height, parts.length);
  return (
    <div
      className={styles.plots}
      style={{ blockSize: height }}
      data-export={each * parts.length > height ? 'whole' : undefined}
    >
      {parts.map((series, place) => (
        <OnePlot key={series[0]?.index} {...props} mark={mark} height={each} isFirst={place === 0} series={series} />
      ))}
    </div>
  );
}

interface OnePlotProps extends WidgetViewProps {
  readonly mark: PlotSeries['mark'];
  readonly series: WidgetViewProps['numbers']['series'];
  /** With several plots the first legend is in the card's second line, the others are at their plots. */
  readonly isFirst: boolean;
}

function OnePlot({
  widget,
  numbers,
  series,
  context,
  site,
  height,
  setLine,
  act,
  explains,
  mark,
  isFirst,
  live,
}: OnePlotProps) {
  const { t, locale, dateFormat } = useText();
  const [isAll, setAll] = useState(false);
  const settings = getWidgetSettings(widget);
  const shown = useMemo(() => (isAll ? series : series.slice(0, initialSeriesCount)), [series, isAll]);
  const isTime = series.some(({ buckets }) => buckets !== null && buckets.length > 0);
  const { input, rest } = useMemo(() => {
    const reader = { t, locale, dateFormat };
    if (!isTime)
      return buildCategoryInput(widget, series, mark, reader, isAll ? Number.POSITIVE_INFINITY : initialSeriesCount);
    const drawn = buildTimeInput({ widget, series: shown, all: numbers.series, context, site }, mark, reader);
    return { input: drawn, rest: series.length - shown.length };
  }, [isTime, isAll, widget, numbers, series, shown, context, site, mark, t, locale, dateFormat]);
  const metric = widget.metrics?.[series[0]?.index ?? 0];
  const mode = metric === undefined ? null : getComparisonMode(widget, metric, context);
  const usualName = mode === null ? null : formatCompareLegend(mode, context.filters.ranges, { t, locale });
  const showsLegend = settings.showLegend;
  useLayoutEffect(() => {
    if (!isFirst || !showsLegend) return;
    setLine(
      <PlotLegend
        input={input}
        isTime={isTime}
        usualName={usualName}
        rest={{ count: rest, show: () => setAll(true) }}
      />,
    );
    return () => setLine(null);
  }, [input, isTime, usualName, rest, isFirst, showsLegend, setLine]);
  const width = getStep(series);
  const places = input.series[0]?.buckets ?? [];
  return (
    <>
      {!isFirst && showsLegend && (
        <ScrollLine className={styles.plotLine}>
          <PlotLegend input={input} isTime={isTime} usualName={usualName} />
        </ScrollLine>
      )}
      <PlotChart
        input={input}
        height={height}
        isTime={isTime}
        summary={`${widget.title}. ${input.series.map(({ name }) => name).join(', ')}`}
        nowLabel={
          isTime && live !== null && width < granularity.day ? formatClock(context.now, site.topology.timezone) : null
        }
        onBrush={brushed()}
        onPick={picked()}
      />
    </>
  );

  /** Selecting several days filters the page by them. Within a day the selection opens an explanation. */
  function brushed(): ((span: Span) => void) | undefined {
    if (!isTime) return undefined;
    const [range, ...more] = context.filters.ranges;
    const isOneDay = range !== undefined && more.length === 0 && getLastDay(range) === range.from;
    if (!isOneDay) return act ? ({ from, to }) => act.chooseSpan(from, to) : undefined;
    const [first] = series;
    return explains && first ? (span) => explains.open(first.key, [span]) : undefined;
  }

  /**
   * A click drills down: from days to hours, from a zone to its sub-zones. At the finest level it opens the
   * explanation.
   */
  function picked(): ((place: number, series: number) => void) | undefined {
    if (isTime && width >= granularity.day) return act ? (place) => pickSpan(act, place) : undefined;
    if (isTime) return explains ? (place, index) => pickPoint(explains, place, index) : undefined;
    const choose = act?.chooseZone ?? null;
    if (choose === null && explains === null) return undefined;
    return (place, index) => {
      const item = findItem(widget, series, { place, index }, { t, locale, dateFormat });
      if (item === null) return;
      if (choose !== null && item.zoneId !== null) choose(item.zoneId);
      else if (item.value !== null) explains?.open(item.key);
    };
  }

  function pickSpan({ chooseSpan }: WidgetActs, place: number): void {
    const bucket = places[place];
    if (bucket) chooseSpan(bucket.from, bucket.to);
  }

  function pickPoint({ open }: WidgetExplains, place: number, index: number): void {
    const bucket = places[place];
    const found = shown.filter(({ buckets }) => buckets !== null && buckets.length > 0)[index];
    if (bucket?.point && found) open(found.key, [{ from: bucket.from, to: bucket.to }]);
  }
}

/** Returns the number that a category chart draws at a category and series; null if there is none. */
function findItem(
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
