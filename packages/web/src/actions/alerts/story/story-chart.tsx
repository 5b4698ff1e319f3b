import { placeSpans } from '@atrium/charts/lanes';
import type { PlotInput } from '@atrium/charts/plot';
import { type Difference, listPhaseSpans } from '@atrium/domain/actions/alerts';
import { instantToDate, listCalendarTicks, type Span } from '@atrium/domain/core';
import { formatClock, formatDate, formatNumber } from '@atrium/domain/core/format';
import { findMetric, type Metric } from '@atrium/domain/numbers';
import { useMemo } from 'react';
import { type ChartAxis, CrosshairProvider, useCrosshair } from '../../../charts/index.ts';
import { PlotChart } from '../../../charts/kinds/plot-chart.tsx';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { laneHeights, laneParts } from '../../../pages/site-page/lanes/lane-heights.ts';
import laneStyles from '../../../pages/site-page/lanes/lanes.module.css';
import { Lane, MetricLaneRow } from '../../../pages/site-page/lanes/lanes.tsx';
import { formatFigure, formatFigureRange, getMetricName } from '../../../pages/words/section-texts.ts';
import type { AlertStoryQuery } from './operations.generated.ts';
import styles from './story.module.css';

type Story = AlertStoryQuery['alertStory'];

interface StoryChartProps {
  readonly story: Story;
  /** What else to draw below the chart. Its room is reserved while it loads. */
  readonly differences: readonly Difference[] | 'loading';
  readonly timezone: string;
  readonly now: number;
}

const height = 244;
/** Most metrics below the chart. */
const maxLanes = 2;

/** The watched value around the firing with its limits, and below it the alert's states and what was different. */
export function StoryChart(props: StoryChartProps) {
  const metric = findMetric(props.story.entry.metrics[0]?.type ?? '');
  const isKnown = props.story.points.some(({ value }) => value != null);
  if (metric === undefined || !isKnown) return null;
  return (
    <CrosshairProvider>
      <section className={styles.around}>
        <Drawing {...props} metric={metric} />
      </section>
    </CrosshairProvider>
  );
}

function Drawing({ story, differences, timezone, now, metric }: StoryChartProps & { readonly metric: Metric }) {
  const { t, locale, dateFormat } = useText();
  const [hovered] = useCrosshair();
  const { points, entry, alert, steps } = story;
  const isOpen = entry.dateEnd == null;
  const input = useMemo(() => {
    const format = (value: number) => formatFigure(value, metric, { t, locale });
    const step = stepOf(points);
    const buckets = points.map(({ at, value, lower, upper }, index) => ({
      from: at,
      to: points[index + 1]?.at ?? at + step,
      label: formatClock(at, timezone),
      point: value == null ? ({ state: 'missing' } as const) : ({ state: 'known', value, partial: false } as const),
      usual: null,
      range: lower == null || upper == null ? null : { lower, upper },
    }));
    const { fires, clears } = listLimits(entry, alert);
    return {
      series: [
        {
          key: metric.id,
          name: getMetricName(metric, t),
          color: 'var(--data)',
          mark: 'line',
          axis: 0,
          buckets,
          format,
        },
      ],
      axes: [
        {
          fromZero: metric.kind !== 'sample',
          whole: false,
          format: (value) => formatNumber(value, { locale, decimals: Number.isInteger(value) ? 0 : 1 }),
        },
      ],
      thresholds: [
        ...fires.map((value) => ({
          value,
          label: t('alerts.story.fires', { value: format(value) }),
          color: 'var(--critical-dot)',
        })),
        ...clears.map((value) => ({ value, label: t('alerts.story.clears', { value: format(value) }), color: null })),
      ],
      ticks: listCalendarTicks({ from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 0 }, timezone, 8).map(
        ({ at }) => ({ at, label: formatClock(at, timezone) }),
      ),
      ...{ stacked: false, percentage: false, minMax: false, closed: [], events: [] },
      now: isOpen ? now : null,
    } satisfies PlotInput;
  }, [points, entry, alert, metric, timezone, isOpen, now, t, locale]);
  const bucket = hovered && input.series[0]?.buckets.find(({ from, to }) => from <= hovered.from && hovered.from < to);
  const value = bucket?.point.state === 'known' ? bucket.point.value : null;
  const others = differences === 'loading' ? [] : differences.filter((lane) => lane.metric.id !== metric.id);
  const lanes = others.slice(0, maxLanes);
  const day = instantToDate(timezone, entry.dateBegin);
  return (
    <>
      <h2 className={styles.title}>{getMetricName(metric, t)}</h2>
      <p className={styles.readout}>
        {bucket ? (
          <>
            <strong>{bucket.label}</strong>{' '}
            {value === null ? t('charts.noData') : <bdi>{formatFigure(value, metric, { t, locale })}</bdi>}{' '}
            {bucket.range && t('charts.usualValue', { value: formatFigureRange(bucket.range, metric, { t, locale }) })}
          </>
        ) : (
          day !== instantToDate(timezone, now) && <bdi>{formatDate(day, { locale, dateFormat })}</bdi>
        )}
      </p>
      <PlotChart
        input={input}
        height={height}
        summary={t('alerts.story.timeline')}
        nowLabel={isOpen ? formatClock(now, timezone) : null}
        isTime
        below={(axis) => (
          <ul
            className={laneStyles.lanes}
            style={differences === 'loading' ? { minBlockSize: reservedHeight } : undefined}
          >
            <StateLane axis={axis} steps={steps} />
            {lanes.map((lane) => (
              <MetricLaneRow
                key={lane.metric.id}
                axis={axis}
                metric={lane.metric}
                buckets={lane.buckets}
                now={now}
                limits={noLimits}
                color={null}
              />
            ))}
          </ul>
        )}
      />
    </>
  );
}

/** Height of the state and of the metrics below the chart, px. */
const reservedHeight = laneHeights.before + laneHeights.spans + maxLanes * laneHeights.metric;

const noLimits: readonly number[] = [];

/** Returns the time between points, ms: the last one lasts as long. */
function stepOf(points: Story['points']): number {
  const [first, second] = points;
  return first && second ? second.at - first.at : 60_000;
}

/** Returns the limits as they were when it fired, and those at which it clears if these belong to them. */
function listLimits({ metrics }: Story['entry'], alert: Story['alert']) {
  const fires = metrics.flatMap(({ type, threshold }) =>
    threshold == null || type === 'deviceStatus' ? [] : [threshold],
  );
  const pairs = (alert?.conditions ?? []).flatMap((condition) => [
    [condition.value, condition.endValue],
    [condition.min, condition.endMin],
    [condition.max, condition.endMax],
  ]);
  const clears = pairs.flatMap(([limit, end]) =>
    limit != null && end != null && end !== limit && fires.includes(limit) ? [end] : [],
  );
  return { fires, clears };
}

const tones = { firing: 'critical', pending: 'warning', recovering: 'warning', stale: 'offline' } as const;
const stateWords = { firing: 'FIRING', pending: 'PENDING', recovering: 'RECOVERING', stale: 'NO_DATA' } as const;

/** The states of the alert over time. */
function StateLane({ axis, steps }: { readonly axis: ChartAxis; readonly steps: Story['steps'] }) {
  const { t } = useText();
  const changes = steps.map(({ at, from, to }) => ({ at, from: from ?? null, to: to ?? null }));
  const spans = listPhaseSpans(changes, spanOf(axis)).flatMap(({ phase, ...span }) =>
    phase === 'ok' ? [] : [{ ...span, tone: tones[phase], word: t(`alerts.state.${stateWords[phase]}` as MessageId) }],
  );
  return (
    <Lane
      axis={axis}
      name={t('alerts.head.state')}
      height={laneHeights.spans - laneParts.name - laneParts.after}
      over={placeSpans(spans, axis, 3).map(({ item, x, width }) => (
        <span
          key={item.from}
          className={laneStyles.span}
          data-tone={item.tone}
          style={{ left: x, width }}
          title={item.word}
        >
          <bdi>{item.word}</bdi>
        </span>
      ))}
    />
  );
}

const spanOf = ({ buckets }: ChartAxis): Span => ({ from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 0 });
