import type { PlotAxis, PlotInput, PlotSeries } from '@atrium/charts/plot';
import {
  type Granularity,
  granularity,
  instantToDate,
  instantToWall,
  roundUpGranularity,
  type Span,
} from '@atrium/domain/core';
import { type DateReader, formatClock, formatNumber, formatShortDay } from '@atrium/domain/core/format';
import { getAxisInterval, growsOverTime } from '@atrium/domain/numbers';
import type { AnswerBucket } from '@atrium/domain/pages';
import type { Widget } from '@atrium/domain/pages/definitions';
import {
  axisKey,
  findValueFormatter,
  getColorRanges,
  getPresent,
  getWidgetSettings,
  listWidgetSites,
  type Threshold,
  type WidgetContext,
  type WidgetSeries,
  type WidgetSettings,
} from '@atrium/domain/pages/widgets';
import { listAnyOpenSpans, listClosedSpans, type Topology } from '@atrium/domain/sites';
import type { Site } from '../../site-page/site.ts';
import { buildAxisTicks, labelBuckets, listChartEvents, trimBuckets } from '../../words/bucket-labels.ts';
import { getSeriesColors } from '../../words/colors.ts';
import {
  formatMetricValue,
  formatSeriesName,
  getUnitSymbol,
  getWording,
  type Reader,
} from '../../words/metric-texts.ts';

const day = granularity.day;

/**
 * Returns the ticks of a time axis (G05): at the smallest interval that fits, and beyond 40 hours at every n-th
 * midnight. Whole days are labelled individually while there is room.
 */
export function buildTimeTicks(
  buckets: readonly AnswerBucket[],
  width: Granularity,
  reader: DateReader & { readonly timezone: string },
): PlotInput['ticks'] {
  const { timezone } = reader;
  const [first, last] = [buckets[0], buckets.at(-1)];
  if (width >= day || !first || !last) return buildAxisTicks(buckets, width, reader);
  const every = getAxisInterval((last.to - first.from) / 1000);
  const edges = [...buckets.map(({ from }) => from), last.to].map((at) => ({
    at,
    clock: (((instantToWall(timezone, at) / 1000) % day) + day) % day,
    date: instantToDate(timezone, at),
  }));
  const dates = [...new Set(edges.map(({ date }) => date))];
  const isMark = (clock: number, date: string) =>
    every < day ? clock % every === 0 : clock === 0 && dates.indexOf(date) % (every / day) === 0;
  const marks = edges.filter(({ clock, date }) => isMark(clock, date));
  // Steps of several hours may match none of the ticks.
  if (marks.length < 2) return buildAxisTicks(buckets, width, reader);
  const named = dates.length > 2;
  return marks.map(({ at, clock, date }) => ({
    at,
    label: named && clock === 0 ? formatShortDay(date, reader) : formatClock(at, timezone),
  }));
}

interface InputOf {
  readonly widget: Widget;
  readonly series: readonly WidgetSeries[];
  /** All series of the widget, because names must be unique among them. */
  readonly all: readonly WidgetSeries[];
  readonly context: WidgetContext;
  readonly site: Site;
}

/** Returns the granularity, by the first bucket. */
export function getStep(series: readonly WidgetSeries[]): Granularity {
  const first = series.flatMap(({ buckets }) => buckets ?? [])[0];
  return first ? roundUpGranularity(Math.round((first.to - first.from) / 1000) - 7200) : granularity.day;
}

/** Builds the input of a time chart from a widget's series, with events and closed times. */
export function buildTimeInput(of: InputOf, mark: PlotSeries['mark'], reader: Reader): PlotInput {
  const { widget, context, site } = of;
  const settings = getWidgetSettings(widget);
  const { timezone } = site.topology;
  const courses = of.series.filter(({ buckets }) => buckets !== null && buckets.length > 0);
  const width = widthOf(courses);
  const all = courses[0]?.buckets ?? [];
  const [first, last] = [all[0], all.at(-1)];
  const span = first && last ? { from: first.from, to: last.to } : null;
  const open = span ? listAnyOpenSpans(listWidgetSites(widget, context), span) : [];
  const shown = width < granularity.day ? trimBuckets(all, open, timezone) : all;
  const kept = new Set(shown.map(({ from }) => from));
  const axes = groupByAxis(widget, courses, settings);
  const colors = getSeriesColors(widget, courses);
  const now = getPresent(
    courses.map(({ metric }) => metric),
    site.topology,
    context.filters,
    context.now,
  );
  const series = courses.map((each, index): PlotSeries => {
    const wording = getWording(widget, each.index, each.metric);
    return {
      key: each.key,
      name: formatSeriesName(widget, each, of.all, reader),
      color: colors[index] ?? 'var(--data)',
      mark,
      axis: axes[0]?.includes(each) ? 0 : 1,
      buckets: labelBuckets(
        (each.buckets ?? []).filter(({ from }) => kept.has(from)),
        width,
        { ...reader, timezone, now },
      ),
      grows: growsOverTime(each.metric),
      format: (value) => formatMetricValue(value, each.metric, wording, reader),
    };
  });
  const closed = span && width <= granularity.day ? closedIn(shown, listWidgetSites(widget, context), width) : [];
  return {
    series,
    axes: buildAxes(widget, courses, series, reader),
    stacked: settings.stacked,
    percentage: settings.isPercentage,
    thresholds: listLimits(courses, settings).map(({ value, label, color }) => ({ value, label: label ?? '', color })),
    minMax: settings.showMinMaxLabel,
    closed,
    events: span ? listChartEvents(site, span, width) : [],
    now,
    ticks: buildTimeTicks(shown, width, { ...reader, timezone }),
  };
}

function widthOf(courses: readonly WidgetSeries[]): Granularity {
  return getStep(courses);
}

/** Returns a scale per axis in use, formatted like its metrics. */
export function buildAxes(
  widget: Widget,
  courses: readonly WidgetSeries[],
  series: readonly PlotSeries[],
  { locale, t }: Reader,
): readonly PlotAxis[] {
  const { isPercentage, axisFormatter, hideUnit } = getWidgetSettings(widget);
  const custom = findValueFormatter(axisFormatter);
  const used = [...new Set(series.map(({ axis }) => axis))].sort();
  return used.map((axis): PlotAxis => {
    const metrics = courses.filter((_, index) => series[index]?.axis === axis).map(({ metric }) => metric);
    const metric = metrics[0];
    const isScore = metrics.every(({ unit }) => unit === '/5' || unit === '/3');
    const decimals = metric?.decimals ?? 0;
    const symbol = metric && metrics.every(({ unit }) => unit === metric.unit) ? getUnitSymbol(metric) : null;
    const isTime = metric?.unit === 's';
    const write = (value: number) =>
      isPercentage
        ? `${formatNumber(value, { locale, decimals: 0 })}\u00a0%`
        : custom
          ? custom(value, { locale, decimals })
          : isTime
            ? `${formatNumber(value / 60, { locale, decimals: value % 60 === 0 ? 0 : 1 })}\u00a0${t('widgets.unit.m')}`
            : formatNumber(value, {
                locale,
                decimals: Number.isInteger(value) ? 0 : Math.min(2, Math.max(1, decimals)),
              });
    return {
      fromZero: !metrics.some(({ kind }) => kind === 'sample'),
      whole: decimals === 0 && !isTime,
      ...(isTime && !isPercentage && custom === null ? { tidy: 60 } : {}),
      format: write,
      ...(symbol === null || isPercentage || custom || hideUnit ? {} : { unit: symbol }),
      ...(isScore ? { range: { min: 0, max: metric?.unit === '/3' ? 3 : 5 } } : {}),
    };
  });
}

/** Returns the closed hours of one day, or the days that are closed throughout. */
function closedIn(shown: readonly Span[], sites: readonly Topology[], width: Granularity): readonly Span[] {
  const [first, last] = [shown[0], shown.at(-1)];
  if (!first || !last) return [];
  if (width === granularity.day) return shown.filter((day) => listAnyOpenSpans(sites, day).length === 0);
  return listClosedSpans(sites, { from: first.from, to: last.to });
}

/** Groups the series by axis, main axis first. */
export function groupByAxis(
  widget: Widget,
  series: readonly WidgetSeries[],
  settings: WidgetSettings,
): readonly (readonly WidgetSeries[])[] {
  const groups = [...Map.groupBy(series, ({ index, metric }) => axisKey(widget, index, metric.unit, settings))];
  // The second axis comes second, whatever the definition's order.
  return groups.toSorted(([one], [other]) => Number(one === 'second') - Number(other === 'second')).map(([, of]) => of);
}

/** Returns lines across a plot: thresholds and the limits of color ranges. */
export function listLimits(series: readonly WidgetSeries[], settings: WidgetSettings): readonly Threshold[] {
  const metrics = [...new Set(series.map(({ metric }) => metric.id))];
  const ranges = metrics.flatMap((metric) => getColorRanges(settings, metric));
  const begins = [...new Set(ranges)].flatMap(({ lower, color, label }) =>
    lower === null || lower === 0 ? [] : [{ value: lower, color, label }],
  );
  return [...settings.thresholds, ...begins];
}
