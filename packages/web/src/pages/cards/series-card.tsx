import type { FlowInput } from '@atrium/charts/flow';
import { type Granularity, granularity, type Instant, type Span } from '@atrium/domain/core';
import { formatClock } from '@atrium/domain/core/format';
import type { Metric } from '@atrium/domain/numbers';
import type { AnswerBucket, ResolvedFilters } from '@atrium/domain/pages';
import { listOpenSpans } from '@atrium/domain/sites';
import { type ReactNode, useMemo } from 'react';
import { type Bucket, ChartCard, type ChartTable, formatMissing, getKnownValue } from '../../charts/index.ts';
import { FlowChart } from '../../charts/kinds/flow-chart.tsx';
import type { PlotChartProps } from '../../charts/kinds/plot-chart.tsx';
import { useText } from '../../i18n/index.ts';
import type { Measured } from '../../numbers/answers/index.ts';
import { buildSummaryValues, formatCompareLegend } from '../filters/filter-texts.ts';
import { Tinted } from '../metric-colors.tsx';
import type { BelowChart } from '../site-page/lanes/site-lanes.tsx';
import type { Site } from '../site-page/site.ts';
import { buildAxisTicks, labelBuckets, listChartEvents, trimBuckets } from '../words/bucket-labels.ts';
import { compareStep, compareStepRange } from '../words/compare-step.ts';
import { listCorrectionMarks } from '../words/correction-marks.ts';
import type { Reader } from '../words/metric-texts.ts';
import { ExportOf } from './export-of.tsx';

/** Drawing height in px. */
export const seriesHeight = 234;

/** How a metric's numbers are written. */
interface Wording {
  readonly format: (value: number | null) => string;
  readonly formatAxis: (value: number) => string;
  /** Whether the axis has whole numbers only. */
  readonly whole: boolean;
}

/** What the card draws. Passed to the card's second line and to custom drawings. */
export interface DrawnSeries extends Pick<PlotChartProps, 'summary' | 'nowLabel' | 'below'> {
  readonly input: FlowInput;
  /** Name of the usual values; null without a comparison. */
  readonly legend: string | null;
  readonly usualOf: (bucket: Bucket) => string;
}

interface SeriesCardProps {
  readonly metric: Metric;
  readonly numbers: Pick<Measured, 'value' | 'usual' | 'times' | 'buckets'>;
  readonly width: Granularity;
  /** The closed spans of the period. */
  readonly closed: readonly Span[];
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: Instant;
  readonly title: string;
  /** Name of the numbers in the table. */
  readonly name: string;
  readonly wording: Wording;
  readonly summary: (values: ReturnType<typeof buildSummaryValues> & { title: string; total: string }) => string;
  /** Opens the explanation of a step; null if there is none. */
  readonly explain: ((span: Span) => void) | null;
  /** Drawn below the chart on its axis; nothing by default. */
  readonly lanes?: BelowChart;
  readonly line: (drawn: DrawnSeries) => ReactNode;
  /** Draws the numbers; bars by default. */
  readonly draw?: (drawn: DrawnSeries) => ReactNode;
  /** Shown instead of the drawing. */
  readonly instead?: ReactNode;
}

/** Draws a metric over time above its usual values, with the same numbers as a table and their export. */
export function SeriesCard({ metric, numbers, width, closed, site, filters, now, ...props }: SeriesCardProps) {
  const { title, name, wording, explain, line, draw, lanes, instead = null } = props;
  const { t, locale, dateFormat } = useText();
  const { format, formatAxis, whole } = wording;
  const isRunning = filters.progress[metric.kind === 'flow' ? 'people' : 'meters'] === 'running';
  const at = isRunning ? now : null;
  const drawn = useMemo(
    () => buildSeriesInput({ metric, buckets: numbers.buckets, width, closed, site, at }, { t, locale, dateFormat }),
    [metric, numbers.buckets, width, closed, site, at, t, locale, dateFormat],
  );
  const input = useMemo(() => ({ ...drawn, whole, formatAxis }), [drawn, whole, formatAxis]);
  const compares = filters.state.compare.on;
  const legend = formatCompareLegend(filters.state.compare.mode, filters.ranges, { t, locale }, numbers.times);
  const usualOf = (bucket: Bucket) => {
    const usual = compareStep(bucket, numbers.buckets);
    return usual === null ? '' : format(usual);
  };
  const rangedUsualOf = (bucket: Bucket) => {
    const range = compareStepRange(bucket, numbers.buckets);
    return `${usualOf(bucket)}${range === null ? '' : ` (${format(range.lower)}–${format(range.upper)})`}`;
  };
  const hasRange = compares && numbers.buckets.some(({ range }) => range != null);
  const table = (): ChartTable => ({
    columns: [
      t('charts.when'),
      name,
      ...(compares ? [legend] : []),
      ...(hasRange ? [t('charts.rangeFrom'), t('charts.rangeTo')] : []),
    ],
    rows: input.buckets.map((bucket) => [
      bucket.label,
      bucket.point?.state === 'missing' ? formatMissing(bucket.point, t) : format(getKnownValue(bucket.point)),
      ...(compares ? [usualOf(bucket) || format(null)] : []),
      ...(hasRange ? [format(bucket.range?.lower ?? null), format(bucket.range?.upper ?? null)] : []),
    ]),
  });
  const values = buildSummaryValues(numbers.usual, legend, format);
  const shown: DrawnSeries = {
    input,
    usualOf: rangedUsualOf,
    below: lanes?.draw,
    legend: compares ? legend : null,
    summary: props.summary({ title, total: format(numbers.value), ...values }),
    nowLabel: isRunning && width < granularity.day ? formatClock(now, site.topology.timezone) : null,
  };
  return (
    <Tinted metric={metric.id}>
      <ChartCard
        title={title}
        table={table}
        height={seriesHeight + (lanes?.height ?? 0)}
        tools={<ExportOf metric={metric.id} name={title} />}
        line={line(shown)}
      >
        {instead ?? draw?.(shown) ?? <Bars drawn={shown} format={format} explain={explain} />}
      </ChartCard>
    </Tinted>
  );
}

interface BarsProps extends Pick<Wording, 'format'> {
  readonly drawn: DrawnSeries;
  readonly explain: ((span: Span) => void) | null;
}

/** Draws the numbers as bars. */
export function Bars({ drawn: { input, usualOf, summary, nowLabel, below }, format, explain }: BarsProps) {
  return (
    <FlowChart
      {...{ input, usualOf, summary, nowLabel, below }}
      height={seriesHeight}
      formatValue={format}
      onPick={explain ? ({ from, to }) => explain({ from, to }) : undefined}
    />
  );
}

interface InputOf {
  readonly metric: Metric;
  readonly buckets: readonly AnswerBucket[];
  readonly width: Granularity;
  readonly closed: readonly Span[];
  readonly site: Site;
  /** Null if the period is not running. */
  readonly at: Instant | null;
}

/** For people, one day shows the opening hours only. Meters and air run at night. */
function buildSeriesInput({ metric, buckets: all, width, closed, site, at }: InputOf, reader: Reader) {
  const { topology } = site;
  const isOfPeople = metric.kind === 'flow';
  const buckets = isOfPeople ? trimBuckets(all, listOpenSpans(topology, spanOf(all)), topology.timezone) : all;
  // Meters run while a site is closed, and shading behind full bars would mislead.
  const shut =
    width < granularity.day && metric.kind !== 'counter'
      ? closed
      : width === granularity.day && isOfPeople
        ? listClosedDays(buckets, site)
        : [];
  const { timezone, firstWeekday } = topology;
  const zoned = { ...reader, timezone, firstWeekday };
  return {
    buckets: labelBuckets(isOfPeople ? buckets.map((bucket) => hideUsualZero(bucket, shut)) : buckets, width, {
      ...zoned,
      now: at,
    }),
    closed: shut,
    events: [
      ...listChartEvents(site, spanOf(buckets), width),
      ...listCorrectionMarks(site.corrections, metric, spanOf(buckets), reader.t),
    ],
    now: at,
    ticks: buildAxisTicks(buckets, width, zoned),
  };
}

const spanOf = (buckets: readonly Span[]): Span => ({ from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 0 });

/** Returns the days on which the site is closed, except days with visitors. */
function listClosedDays(buckets: readonly AnswerBucket[], { topology }: Site): readonly Span[] {
  const isVisited = ({ point }: AnswerBucket) => point?.state === 'known' && point.value > 0;
  return buckets.filter((bucket) => !isVisited(bucket) && listOpenSpans(topology, bucket).length === 0);
}

/** Removes a usual value of 0 while closed: its line along the axis would be noise. */
function hideUsualZero(bucket: AnswerBucket, closed: readonly Span[]): AnswerBucket {
  const isShut = bucket.usual === 0 && closed.some(({ from, to }) => from <= bucket.from && bucket.to <= to);
  return isShut ? { ...bucket, usual: null, range: null } : bucket;
}
