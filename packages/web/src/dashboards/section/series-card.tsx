import type { FlowInput } from '@atrium/charts/flow';
import type { PlotInput } from '@atrium/charts/plot';
import { granularity } from '@atrium/domain/core';
import { formatClock, formatNumber } from '@atrium/domain/core/format';
import type { ResolvedFilters } from '@atrium/domain/dashboards';
import { growsOverTime } from '@atrium/domain/measurements';
import { listOpenSpans } from '@atrium/domain/sites';
import { useMemo, useState } from 'react';
import { useAlertMarks } from '../../alerts/live/open-alerts.tsx';
import { type Bucket, ChartCard, type ChartTable, formatMissing, getKnownValue } from '../../charts/index.ts';
import { FlowChart } from '../../charts/kinds/flow-chart.tsx';
import { PlotChart } from '../../charts/kinds/plot-chart.tsx';
import { PlotLegend } from '../../charts/kinds/plot-legend.tsx';
import { useText } from '../../i18n/index.ts';
import { ExportOf } from '../cards/export-of.tsx';
import type { Explains } from '../explain/index.ts';
import { buildSummaryValues, formatCompareLegend, formatUsualFigure } from '../filters/filter-texts.ts';
import { Tinted } from '../metric-colors.tsx';
import { MetricIcon } from '../metric-icon.tsx';
import type { Site } from '../site-page/site.ts';
import { buildAxisTicks, labelBuckets, trimBuckets } from '../words/bucket-labels.ts';
import { compareStep } from '../words/compare-step.ts';
import { formatFigure, getMetricName, type Reader } from '../words/section-texts.ts';
import styles from './section.module.css';
import type { MetricNumbers, SectionModel } from './section-model.ts';

interface CourseCardProps {
  readonly model: SectionModel;
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
  /** Opens the explanation of a metric, by id, at one step of its time series. */
  readonly explains: Explains | null;
}

const height = 234;

/** Draws one of the section's metrics over time above its usual values. A switch selects the metric. */
export function SeriesCard({ model, site, filters, now, explains }: CourseCardProps) {
  const { t, locale, dateFormat } = useText();
  const [chosen, setChosen] = useState<string | null>(null);
  const numbers = model.metrics.find(({ metric }) => metric.id === chosen) ?? model.metrics[0];
  const isRunning = filters.progress[numbers?.metric.kind === 'flow' ? 'people' : 'meters'] === 'running';
  const at = isRunning ? now : null;
  const input = useMemo(
    () => (numbers ? plotInput(numbers, model, site, at, { t, locale, dateFormat }) : null),
    [numbers, model, site, at, t, locale, dateFormat],
  );
  const marks = useAlertMarks(site.topology, (metric) => metric === numbers?.metric.id);
  if (!numbers || !input) return null;
  const { metric } = numbers;
  const compares = filters.state.compare.on;
  const legend = formatCompareLegend(filters.state.compare.mode, filters.ranges, { t, locale });
  const name = getMetricName(metric, t);
  const title = t('section.course', { metric: name });
  const buckets = input.series[0]?.buckets ?? [];
  const textOf = (value: number | null) => formatFigure(value, metric, { t, locale });
  // For sums, compares only what the same meters counted on both sides. A mean needs no such limit.
  const usualOf = (bucket: Bucket) => {
    const own = metric.kind === 'sample' ? { value: null, usual: bucket.usual } : compareStep(bucket, numbers.buckets);
    return formatUsualFigure({ value: getKnownValue(bucket.point), usual: own.usual, compared: own.value }, textOf, t);
  };
  const table = (): ChartTable => ({
    columns: [t('charts.when'), name, ...(compares ? [legend] : [])],
    rows: buckets.map((bucket) => [
      bucket.label,
      bucket.point?.state === 'missing' ? formatMissing(bucket.point, t) : textOf(getKnownValue(bucket.point)),
      ...(compares ? [usualOf(bucket) || textOf(null)] : []),
    ]),
  });
  const summary = t('section.course.summary', {
    title,
    total: textOf(numbers.value),
    ...buildSummaryValues(numbers, legend, textOf),
  });
  const pick = explains
    ? (place: number) => {
        const bucket = buckets[place];
        if (bucket?.point) explains.open(metric.id, [{ from: bucket.from, to: bucket.to }]);
      }
    : undefined;
  const nowLabel = isRunning && model.width < granularity.day ? formatClock(now, site.topology.timezone) : null;
  return (
    <Tinted metric={metric.id}>
      <ChartCard
        title={title}
        table={table}
        height={height}
        tools={<ExportOf metric={metric.id} name={title} />}
        line={
          <>
            <PlotLegend input={input} isTime usualName={compares ? legend : null} usualOf={usualOf} />
            {model.metrics.length > 1 && <MetricSwitch metrics={model.metrics} chosen={metric.id} choose={setChosen} />}
          </>
        }
      >
        {metric.kind === 'sample' ? (
          <PlotChart
            input={input}
            height={height}
            summary={summary}
            nowLabel={nowLabel}
            isTime
            onPick={pick}
            over={marks}
          />
        ) : (
          <FlowChart
            input={flowInput(input)}
            height={height}
            summary={summary}
            nowLabel={nowLabel}
            formatValue={textOf}
            usualOf={usualOf}
            over={marks}
            onPick={explains ? ({ from, to }) => explains.open(metric.id, [{ from, to }]) : undefined}
          />
        )}
      </ChartCard>
    </Tinted>
  );
}

interface MetricSwitchProps {
  readonly metrics: readonly MetricNumbers[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
}

function MetricSwitch({ metrics, chosen, choose }: MetricSwitchProps) {
  const { t } = useText();
  return (
    <fieldset className={styles.switch} aria-label={t('section.metric')}>
      {metrics.map(({ metric }) => (
        <button
          key={metric.id}
          type="button"
          className={styles.choice}
          aria-pressed={metric.id === chosen}
          onClick={() => choose(metric.id)}
        >
          <MetricIcon metric={metric.id} />
          {getMetricName(metric, t)}
        </button>
      ))}
    </fieldset>
  );
}

function plotInput(
  numbers: MetricNumbers,
  model: SectionModel,
  { topology, events }: Site,
  now: number | null,
  reader: Reader,
): PlotInput {
  const { metric } = numbers;
  const whole = { from: numbers.buckets[0]?.from ?? 0, to: numbers.buckets.at(-1)?.to ?? 0 };
  // For people, one day shows the opening hours only, as on the overview.
  const buckets =
    metric.kind === 'flow' && model.width < granularity.day
      ? trimBuckets(numbers.buckets, listOpenSpans(topology, whole), topology.timezone)
      : numbers.buckets;
  const at = { ...reader, timezone: topology.timezone };
  const span = { from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 0 };
  return {
    series: [
      {
        key: metric.id,
        name: getMetricName(metric, reader.t),
        color: 'var(--data)',
        mark: metric.kind === 'sample' ? 'area' : 'column',
        axis: 0,
        buckets: labelBuckets(buckets, model.width, { ...at, now }),
        grows: growsOverTime(metric),
        format: (value) => formatFigure(value, metric, reader),
      },
    ],
    axes: [
      {
        fromZero: metric.kind !== 'sample',
        whole: false,
        format: (value) =>
          formatNumber(value, {
            locale: reader.locale,
            decimals: Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1,
          }),
      },
    ],
    stacked: false,
    percentage: false,
    thresholds: [],
    minMax: false,
    // Meters run while a site is closed, and shading behind full bars would mislead.
    closed: model.width < granularity.day && metric.kind !== 'counter' ? model.closed : [],
    events: events.flatMap(({ begin, end, name }) =>
      begin !== null && end !== null && begin < span.to && end > span.from && !(begin <= span.from && end >= span.to)
        ? [{ span: { from: Math.max(begin, span.from), to: Math.min(end, span.to) }, label: name }]
        : [],
    ),
    now,
    ticks: buildAxisTicks(buckets, model.width, at),
  };
}

function flowInput({ series, closed, events, now, ticks, axes }: PlotInput): FlowInput {
  return {
    buckets: series[0]?.buckets ?? [],
    closed,
    events,
    now,
    ticks,
    whole: false,
    formatAxis: axes[0]?.format ?? String,
  };
}
