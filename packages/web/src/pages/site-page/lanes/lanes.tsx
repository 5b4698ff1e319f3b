import { layoutLane, placeLinks, placeSpans } from '@atrium/charts/lanes';
import type { Span } from '@atrium/domain/core';
import { type Coverage, findMetric, growsOverTime, type Metric } from '@atrium/domain/numbers';
import { type AnswerBucket, chooseGranularity, type ResolvedFilters } from '@atrium/domain/pages';
import { getBadSides, getGoodLimit, isRated } from '@atrium/domain/pages/air';
import { buildSectionQueries, type MetricLane } from '@atrium/domain/pages/site-pages';
import { Link } from '@tanstack/react-router';
import { type PointerEvent, type ReactNode, useMemo } from 'react';
import { useSiteAlerts } from '../../../actions/alerts/live/use-site-alerts.ts';
import { type ChartAxis, getKnownValue, useCrosshair } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { createSeriesReader, useNumbers } from '../../../numbers/answers/index.ts';
import { type BandOf, useBands } from '../../atmosphere/comfort-bands.ts';
import { getInkStyle } from '../../metric-colors.tsx';
import { formatFigure, formatFigureRange, getMetricName } from '../../words/section-texts.ts';
import type { Site } from '../site.ts';
import { getPollInterval } from '../tab-content.tsx';
import { laneHeights, laneParts } from './lane-heights.ts';
import styles from './lanes.module.css';

interface LanesProps {
  readonly axis: ChartAxis;
  readonly metrics: readonly MetricLane[];
  /** Goods sold, which the page has asked for already. */
  readonly sold?: readonly AnswerBucket[] | null;
  readonly site: Site;
  readonly filters: ResolvedFilters;
  readonly now: number;
  readonly coverage: Coverage;
  readonly showsAlerts: boolean;
}

/** Lanes on the time axis of the chart above them. They share its crosshair, and name the values under it. */
export function Lanes({ axis, metrics, sold = null, site, filters, now, coverage, showsAlerts }: LanesProps) {
  const { t } = useText();
  const bandOf = useBands(site, filters);
  const asked = useMemo(() => metrics.filter(({ metric }) => metric !== soldMetric), [metrics]);
  const series = useMetricLanes(asked, site, filters, now);
  return (
    <ul className={styles.lanes} aria-label={t('section.lanes')}>
      {metrics.map(({ metric }) => (
        <MetricLaneRow
          key={metric}
          axis={axis}
          metric={findMetric(metric) as Metric}
          buckets={metric === soldMetric ? sold : (series?.get(metric) ?? null)}
          now={now}
          limits={bandOf === null ? [] : listLimits(metric, bandOf)}
          color={site.colors[metric] ?? null}
        />
      ))}
      {showsAlerts && <AlertLane axis={axis} site={site} />}
      <SilenceLane axis={axis} coverage={coverage} />
    </ul>
  );
}

/** The metric that tills report. */
const soldMetric = 'numberOfGoodsSold';

/** Loads the series of the lanes: the queries of the tabs that show these metrics, so that the numbers are the same. */
function useMetricLanes(metrics: readonly MetricLane[], site: Site, filters: ResolvedFilters, now: number) {
  const queries = useMemo(
    () =>
      metrics.flatMap(({ metric, tab }) => {
        const course = buildSectionQueries(tab, site, filters, [metric]).metrics.get(metric)?.course;
        return course ? [course] : [];
      }),
    [metrics, site, filters],
  );
  const numbers = useNumbers(queries, getPollInterval(filters));
  return useMemo(() => {
    if (numbers.state !== 'ready') return null;
    const read = createSeriesReader(site.topology, filters.state.compare.mode, now);
    const width = chooseGranularity(filters.ranges);
    return new Map(
      metrics.map(({ metric }, index) => {
        const answer = numbers.answers[index] ?? null;
        return [metric, answer === null ? [] : read(answer, null, width, filters.ranges, findMetric(metric))];
      }),
    );
  }, [numbers, site, filters, now, metrics]);
}

/** Returns the limits of good values; none of a metric that is not rated. */
function listLimits(metric: string, bandOf: BandOf): readonly number[] {
  if (!isRated(metric)) return [];
  const band = bandOf(metric);
  return getBadSides(band).map((side) => getGoodLimit(band, side));
}

interface MetricLaneRowProps {
  readonly axis: ChartAxis;
  readonly metric: Metric;
  /** Null while loading. */
  readonly buckets: readonly AnswerBucket[] | null;
  readonly now: number;
  readonly limits: readonly number[];
  readonly color: string | null;
}

/** A metric's lane. Pointing at it moves the crosshair of the page. */
export function MetricLaneRow({ axis, metric, buckets, now, limits, color }: MetricLaneRowProps) {
  const { t, locale } = useText();
  const [span] = useCrosshair();
  const isAmount = growsOverTime(metric);
  const height = laneHeights.metric - laneParts.name - laneParts.after;
  const shown = useMemo(() => buckets?.map((bucket) => ({ ...bucket, label: '' })) ?? [], [buckets]);
  const layout = useMemo(
    () => layoutLane({ buckets: shown, limits, isAmount, now }, axis, height),
    [shown, limits, isAmount, now, axis, height],
  );
  const format = (value: number) => formatFigure(value, metric, { t, locale });
  const hovered = span && shown.find(({ from, to }) => from <= span.from && span.from < to);
  // Without a crosshair, the latest level is what counts; an amount of half an hour says nothing.
  const bucket = span ? hovered : isAmount ? null : shown.findLast(({ point }) => point?.state === 'known');
  const value = getKnownValue(bucket?.point ?? null);
  return (
    <Lane
      axis={axis}
      name={getMetricName(metric, t)}
      height={height}
      value={
        <>
          {value !== null && (
            <strong>
              <bdi>{format(value)}</bdi>
            </strong>
          )}
          {value === null && (span || layout === null) && buckets !== null && t('charts.noData')}{' '}
          {bucket?.range && t('charts.usualValue', { value: formatFigureRange(bucket.range, metric, { t, locale }) })}
        </>
      }
      limit={limits.length > 0 && layout ? limits.map(format).join(' · ') : null}
      style={getInkStyle(color)}
    >
      {layout?.bands.map((band) => (
        <rect key={band.x} {...band} className={styles.band} />
      ))}
      {layout?.limits.map((y) => (
        <line key={y} x1={axis.plot.x} x2={axis.plot.x + axis.plot.width} y1={y} y2={y} className={styles.limitLine} />
      ))}
      {layout?.lines.map((path) => (
        <path key={path} d={path} className={styles.line} />
      ))}
    </Lane>
  );
}

interface LaneProps {
  readonly axis: ChartAxis;
  readonly name: string;
  readonly value?: ReactNode;
  readonly limit?: string | null;
  readonly height: number;
  readonly style?: ReturnType<typeof getInkStyle>;
  /** Marks within the drawing. */
  readonly children?: ReactNode;
  /** Elements over the drawing. */
  readonly over?: ReactNode;
}

/** A lane with its name and value above it. Pointing at it moves the crosshair of the page. */
export function Lane({ axis, name, value, limit = null, height, style, children, over }: LaneProps) {
  const [span, point] = useCrosshair();
  const { buckets, plot } = axis;
  const column = plot.width / Math.max(1, buckets.length);
  const index = span === null ? -1 : buckets.findIndex(({ from, to }) => from <= span.from && span.from < to);
  const handleMove = (event: PointerEvent<HTMLElement>) => {
    const at = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - plot.x) / column);
    const bucket = buckets[at];
    point(bucket ? { from: bucket.from, to: bucket.to } : null);
  };
  const middle = plot.x + (index + 0.5) * column;
  return (
    <li className={styles.lane} style={{ ...style, blockSize: height + laneParts.name + laneParts.after }}>
      <p className={styles.name}>
        <span className={styles.what}>{name}</span>
        <span className={styles.value}>{value}</span>
        {limit !== null && (
          <span className={styles.limit}>
            <bdi>{limit}</bdi>
          </span>
        )}
      </p>
      <div
        className={styles.drawing}
        style={{ blockSize: height }}
        onPointerMove={handleMove}
        onPointerDown={handleMove}
        onPointerLeave={(event) => event.pointerType === 'mouse' && point(null)}
      >
        <svg width={plot.x + plot.width} height={height} aria-hidden="true">
          {children}
          <line x1={plot.x} x2={plot.x + plot.width} y1={height} y2={height} className={styles.foot} />
          {index >= 0 && <line x1={middle} x2={middle} y1={0} y2={height} className={styles.hair} />}
        </svg>
        {over}
      </div>
    </li>
  );
}

const spansHeight = laneHeights.spans - laneParts.name - laneParts.after;
/** Least width of an alert, which is a link, and of a silent span, px. */
const minWidths = { alert: 24, silence: 3 } as const;

/** The firings of the site's alerts. Each leads to its story. */
function AlertLane({ axis, site }: { readonly axis: ChartAxis; readonly site: Site }) {
  const { t } = useText();
  const alerts = useSiteAlerts(site.topology, spanOf(axis));
  const spans = alerts?.map((alert) => ({ ...alert, from: alert.dateBegin, to: alert.dateEnd ?? Date.now() })) ?? [];
  const placed = placeLinks(spans, axis, minWidths.alert);
  return (
    <Lane
      axis={axis}
      name={t('alerts.title')}
      value={alerts !== null && placed.length === 0 ? t('section.lanes.noAlerts') : ''}
      height={spansHeight}
      over={placed.map(({ item, x, width }) => (
        <Link
          key={item.id}
          to="/alerts/log/$logId"
          params={{ logId: String(item.id) }}
          className={styles.span}
          data-tone="critical"
          style={{ left: x, width }}
          title={item.label}
          aria-label={item.label}
        >
          <bdi>{item.name}</bdi>
        </Link>
      ))}
    />
  );
}

/** When sensors of the main chart were silent. */
function SilenceLane({ axis, coverage }: { readonly axis: ChartAxis; readonly coverage: Coverage }) {
  const { t } = useText();
  const [span] = useCrosshair();
  const isHere = span === null ? () => true : (gap: Span) => gap.from < span.to && gap.to > span.from;
  const placed = placeSpans(coverage.silent, axis, minWidths.silence);
  const devices = new Set(placed.flatMap(({ item }) => (isHere(item) ? [item.deviceId] : [])));
  return (
    <Lane
      axis={axis}
      name={t('section.lanes.sensors')}
      value={t('section.lanes.silent', { count: devices.size })}
      height={spansHeight}
      over={placed.map(({ item, x, width }) => (
        <span
          key={`${item.deviceId} ${item.from}`}
          className={styles.span}
          data-tone="offline"
          style={{ left: x, width }}
          title={item.name}
        />
      ))}
    />
  );
}

const spanOf = ({ buckets }: ChartAxis): Span => ({ from: buckets[0]?.from ?? 0, to: buckets.at(-1)?.to ?? 0 });
