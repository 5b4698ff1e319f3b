import type { PlotInput } from '@atrium/charts/plot';
import { formatNumber } from '@atrium/domain/core/format';
import { type Coverage, growsOverTime, type Metric } from '@atrium/domain/numbers';
import { getFamily, type ResolvedFilters, typicalWeeks } from '@atrium/domain/pages';
import { useMemo, useState } from 'react';
import { PlotChart } from '../../charts/kinds/plot-chart.tsx';
import { PlotLegend } from '../../charts/kinds/plot-legend.tsx';
import { useText } from '../../i18n/index.ts';
import { type DrawnSeries, SeriesCard, seriesHeight } from '../cards/series-card.tsx';
import { WeekCard } from '../cards/week-card.tsx';
import type { Explains } from '../explain/index.ts';
import { MetricIcon } from '../metric-icon.tsx';
import { useSiteLanes } from '../site-page/lanes/site-lanes.tsx';
import type { Site } from '../site-page/site.ts';
import { formatFigure, getMetricName } from '../words/section-texts.ts';
import styles from './section.module.css';
import type { MetricNumbers, SectionModel } from './section-model.ts';

interface MetricSeriesCardProps {
  readonly model: SectionModel;
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
  /** Opens the explanation of a metric, by id, at one step of its time series. */
  readonly explains: Explains | null;
}

/** Draws one of the section's metrics over time: counts as bars, samples as an area. A switch selects the metric. */
export function MetricSeriesCard({ model, site, filters, now, explains }: MetricSeriesCardProps) {
  const { t, locale } = useText();
  const [chosen, setChosen] = useState<string | null>(null);
  const numbers = model.metrics.find(({ metric }) => metric.id === chosen) ?? model.metrics[0];
  const metric = numbers?.metric;
  const wording = useMemo(
    () => ({
      format: (value: number | null) => (metric ? formatFigure(value, metric, { t, locale }) : ''),
      formatAxis: (value: number) =>
        formatNumber(value, { locale, decimals: Number.isInteger(value) ? 0 : Math.abs(value) < 10 ? 2 : 1 }),
      whole: false,
    }),
    [metric, t, locale],
  );
  const section = getFamily(metric?.id ?? '');
  const lanes = useSiteLanes(section, { site, filters, now, coverage: model.coverage ?? unknownCoverage });
  if (!numbers || !metric) return null;
  const name = getMetricName(metric, t);
  const plot = (drawn: DrawnSeries) => toPlotInput(drawn.input, { metric, name, format: wording.format });
  const pick = (drawn: DrawnSeries) =>
    explains &&
    ((place: number) => {
      const bucket = drawn.input.buckets[place];
      if (bucket?.point) explains.open(metric.id, [{ from: bucket.from, to: bucket.to }]);
    });
  return (
    <SeriesCard
      {...{ metric, numbers, site, filters, now, wording, name, lanes }}
      width={model.width}
      closed={model.closed}
      title={t('section.course', { metric: name })}
      summary={(values) => t('section.course.summary', values)}
      explain={explains && ((span) => explains.open(metric.id, [span]))}
      line={(drawn) => (
        <>
          <PlotLegend input={plot(drawn)} isTime usualName={drawn.legend} usualOf={drawn.usualOf} />
          {model.metrics.length > 1 && <MetricSwitch metrics={model.metrics} chosen={metric.id} choose={setChosen} />}
        </>
      )}
      {...(metric.kind === 'sample' && {
        draw: (drawn) => <SamplePlot {...{ drawn, metric, name }} format={wording.format} onPick={pick(drawn)} />,
      })}
    />
  );
}

const unknownCoverage: Coverage = { ratio: null, silent: [] };

interface SamplePlotProps extends Named {
  readonly drawn: DrawnSeries;
  readonly onPick: ((place: number) => void) | null;
}

function SamplePlot({ drawn, metric, name, format, onPick }: SamplePlotProps) {
  const { input: series, summary, nowLabel, below } = drawn;
  const input = useMemo(() => toPlotInput(series, { metric, name, format }), [series, metric, name, format]);
  return (
    <PlotChart {...{ input, summary, nowLabel, below }} height={seriesHeight} isTime onPick={onPick ?? undefined} />
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

interface Named {
  readonly metric: Metric;
  readonly name: string;
  readonly format: (value: number | null) => string;
}

function toPlotInput(series: DrawnSeries['input'], { metric, name, format }: Named): PlotInput {
  const { buckets, closed, events, now, ticks, formatAxis } = series;
  const isSample = metric.kind === 'sample';
  const grows = growsOverTime(metric);
  const mark = isSample ? 'area' : 'column';
  return {
    series: [{ key: metric.id, name, color: 'var(--data)', mark, axis: 0, buckets, grows, format }],
    axes: [{ fromZero: !isSample, whole: false, format: formatAxis }],
    stacked: false,
    percentage: false,
    thresholds: [],
    minMax: false,
    ...{ closed, events, now, ticks },
  };
}

/** The typical week of the section's first metric. */
export function MetricWeek({ model, site, now, explains }: Omit<MetricSeriesCardProps, 'filters'>) {
  const { t } = useText();
  const metric = model.metrics[0]?.metric;
  return (
    <WeekCard
      {...{ model, site, now }}
      explain={explains && ((spans) => explains.open('week', spans))}
      unit={`${metric?.unit ?? ''}/h`}
      line={t('section.week', { metric: metric ? getMetricName(metric, t) : '', weeks: typicalWeeks })}
    />
  );
}
