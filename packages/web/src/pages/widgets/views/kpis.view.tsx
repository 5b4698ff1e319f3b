import { useSubscription } from '@apollo/client/react';
import { toDaysSpan, toSiteDay } from '@atrium/domain/core';
import { dash } from '@atrium/domain/core/format';
import { compareFigure, countDays, getUsualDecimals } from '@atrium/domain/numbers';
import { getUnsupported } from '@atrium/domain/pages';
import type { Widget } from '@atrium/domain/pages/definitions';
import {
  applyItemPlaces,
  getBucketsSpan,
  getComparisonMode,
  type LiveMode,
  listWidgetZones,
  toColorRanges,
  type WidgetContext,
  type WidgetSeries,
} from '@atrium/domain/pages/widgets';
import { listOpenSpans } from '@atrium/domain/sites';
import { useState } from 'react';
import { cardSize, formatMissing, MicroBars, type SmallInput, Sparkline } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { StatusMark } from '../../../ui/icons/index.ts';
import counting from '../../cards/cards.module.css';
import { KpiCard } from '../../cards/kpi-card.tsx';
import { formatTooFew } from '../../filters/filter-texts.ts';
import type { Site } from '../../site-page/site.ts';
import { getOwnColors } from '../../words/colors.ts';
import { findRangeOrWarn } from '../../words/limits.ts';
import { getMetricHelp } from '../../words/metric-help.ts';
import {
  formatGroup,
  formatMetricName,
  formatMetricValue,
  formatValueParts,
  getWording,
} from '../../words/metric-texts.ts';
import { WidgetLiveDocument } from '../operations.generated.ts';
import type { WidgetViewProps } from '../pictures/view.ts';
import styles from './kpis.module.css';

/** Returns the pushed value; null before the first one, and if the figure is not pushed. */
function useLiveValue(
  series: WidgetSeries,
  of: { readonly widget: Widget; readonly context: WidgetContext; readonly site: Site; readonly live: LiveMode | null },
): { readonly value: number | null } | null {
  const [found, setFound] = useState<{ readonly key: string; readonly value: number | null } | null>(null);
  const { widget, context, site, live } = of;
  const placed = applyItemPlaces(widget, series.metric.id);
  const zones = listWidgetZones(placed, context);
  const { organizationId, installationId } = site.topology;
  const key = `${installationId}/${zones.join()}/${series.metric.id}`;
  const isPushed =
    live === 'live' &&
    zones.length === 1 &&
    isOfZones(placed) &&
    isWholeToday(context, site) &&
    isPlain(series, widget);
  useSubscription(WidgetLiveDocument, {
    variables: {
      organizationId,
      installationId,
      target: 'ZONE',
      entityIds: zones.slice(0, 1),
      metrics: [series.metric.id],
    },
    skip: !isPushed,
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      const pushed = data?.liveMetric;
      if (pushed) setFound({ key, value: pushed.state === 'known' ? pushed.value : null });
    },
    onError: () => setFound(null),
  });
  return isPushed && found?.key === key ? { value: found.value } : null;
}

/** Pushed values cover the site's whole running day and all people. */
function isWholeToday({ filters, now }: WidgetContext, { topology }: Site): boolean {
  const [range, ...more] = filters.ranges;
  const isToday =
    range !== undefined && more.length === 0 && countDays(range) === 1 && range.from === toSiteDay(topology, now);
  const isEverybody = filters.genders === null && filters.engagements === null && filters.tags.length === 0;
  return isToday && isEverybody && filters.hours === null && filters.weekdays === null;
}

/** Figures with conditions or their own aggregation are queried, not pushed. */
function isPlain({ index, groups }: WidgetSeries, widget: Widget): boolean {
  const metric = widget.metrics?.[index];
  return groups.length === 0 && metric?.aggregation === undefined && metric?.filters === undefined && !widget.filters;
}

/** Pushed values are per zone. Doors and devices are queried. */
const isOfZones = ({ passageIds = [], deviceIds = [] }: Widget) => passageIds.length === 0 && deviceIds.length === 0;

/** Figures, four per row: the value, the usual value and the time series. */
export function View(props: WidgetViewProps) {
  return (
    <div className={`${counting.kpis} ${styles.figures}`}>
      {props.numbers.series.map((series) => (
        <Figure key={series.key} series={series} {...props} />
      ))}
    </div>
  );
}

function Figure({ series, ...props }: WidgetViewProps & { readonly series: WidgetSeries }) {
  const { widget, context, live, explains } = props;
  const reader = useText();
  const { t } = reader;
  const { metric, index } = series;
  const pushed = useLiveValue(series, props);
  const answered = series.point.state === 'known' ? series.point.value : null;
  const value = pushed === null ? answered : pushed.value;
  const wording = getWording(widget, index, metric);
  const { text, unit } = formatValueParts(value, metric, wording, reader);
  const own = widget.metrics?.[index];
  const usualDecimals = getUsualDecimals(metric, series.usual ?? 0, wording.decimals);
  const write = (number: number) =>
    formatMetricValue(number, metric, { ...wording, decimals: usualDecimals, hideUnit: true }, reader);
  const item = widget.kpis?.find(({ type }) => type === metric.id);
  const mode = own === undefined ? null : getComparisonMode(widget, own, context);
  const title = item?.customTitle ?? item?.label ?? formatMetricName(widget, index, metric, t);
  const [color = null] = getOwnColors(widget, [series]);
  const groups = series.groups.map((group) => formatGroup(group, reader)).join(' · ');
  return (
    <KpiCard
      isPart
      metric={metric.id}
      color={color}
      label={groups === '' ? title : `${title} · ${groups}`}
      help={item?.tooltip ?? getMetricHelp(metric.id, t)}
      tag={
        <Tag
          value={value}
          metric={metric.id}
          colorimetry={item?.colorimetry}
          live={live}
          isNow={pushed !== null && metric.kind === 'state'}
        />
      }
      explains={explains && { isOpen: explains.isOpen(series.key), open: () => explains.open(series.key) }}
      value={text}
      unit={unit}
      comparison={
        mode && {
          figure: compareFigure({
            metric,
            value,
            ...{ usual: series.usual, range: series.range, decimals: wording.decimals, usualDecimals },
          }),
          ...{ mode, write, times: series.times, expected: series.expected ?? null, ranges: context.filters.ranges },
        }
      }
      note={
        item?.customSubTitle ??
        own?.customSubTitle ??
        (text === dash
          ? formatMissing({ notTold: getUnsupported(series.point) }, t)
          : formatTooFew(series.tooFew, reader))
      }
    >
      <Course series={series} {...props} />
    </KpiCard>
  );
}

/** States the name of a color range, and whether the figure is live or the period is running. */
function Tag({
  value,
  metric,
  colorimetry,
  live,
  isNow,
}: {
  readonly value: number | null;
  readonly metric: string;
  readonly colorimetry: Parameters<typeof toColorRanges>[0];
  readonly live: WidgetViewProps['live'];
  readonly isNow: boolean;
}) {
  const { t } = useText();
  const ranges = toColorRanges(colorimetry);
  const range = value === null ? null : findRangeOrWarn(value, metric, ranges);
  return (
    <>
      {range && <span className={styles.mark} style={{ background: range.color }} aria-hidden="true" />}
      {range?.label && <span>{range.label}</span>}
      {isNow ? (
        <>
          <StatusMark status="ok" live />
          <span className={counting.liveWord}>{t('widgets.live')}</span>
        </>
      ) : (
        live !== null && <span className={counting.soFar}>{t('charts.soFar')}</span>
      )}
    </>
  );
}

function Course({ series, context, site }: WidgetViewProps & { readonly series: WidgetSeries }) {
  const buckets = series.buckets ?? [];
  const span = getBucketsSpan(buckets);
  if (span === null || buckets.length < 2) return null;
  const [range] = context.filters.ranges;
  const days = range ? toDaysSpan(site.topology, range.from, range.to) : span;
  const isDay = days.to - days.from <= 26 * 3_600_000 && context.filters.ranges.length === 1;
  const open = isDay ? listOpenSpans(site.topology, days) : [];
  const last = open.at(-1);
  const input: SmallInput = {
    span: open[0] && last ? { from: open[0].from, to: last.to } : span,
    buckets: buckets.map((bucket) => ({ ...bucket, label: '' })),
    now: context.now,
  };
  const isFlow = series.metric.kind === 'flow' || series.metric.kind === 'count' || series.metric.kind === 'counter';
  return isFlow ? (
    <MicroBars input={input} size={cardSize} />
  ) : (
    <Sparkline input={input} size={cardSize} fromZero={series.metric.kind === 'state'} />
  );
}
