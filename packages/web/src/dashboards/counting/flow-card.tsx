import type { FlowInput } from '@atrium/charts/flow';
import { granularity, type Span } from '@atrium/domain/core';
import { computeDelta, formatClock, formatNumber } from '@atrium/domain/core/format';
import { type AnswerBucket, getFamily, isActive, type ResolvedFilters } from '@atrium/domain/dashboards';
import { listOpenSpans } from '@atrium/domain/sites';
import { useMemo } from 'react';
import { useAlertMarks } from '../../alerts/live/open-alerts.tsx';
import {
  type Bucket,
  ChartCard,
  type ChartTable,
  DeltaChip,
  formatMissing,
  getKnownValue,
  useCrosshair,
} from '../../charts/index.ts';
import { FlowChart } from '../../charts/kinds/flow-chart.tsx';
import { type Text, type Translate, useText } from '../../i18n/index.ts';
import styles from '../cards/cards.module.css';
import { EmptyPicture } from '../cards/empty-picture.tsx';
import { ExportOf } from '../cards/export-of.tsx';
import { Explainable, type Explains } from '../explain/index.ts';
import { buildSummaryValues, formatCompareLegend, formatTimespan, formatUsualFigure } from '../filters/filter-texts.ts';
import { Tinted } from '../metric-colors.tsx';
import type { Site } from '../site-page/site.ts';
import { buildAxisTicks, labelBuckets, trimBuckets } from '../words/bucket-labels.ts';
import { compareStep } from '../words/compare-step.ts';
import type { CountingContext, CountingModel } from './counting-model.ts';

interface FlowCardProps {
  readonly model: CountingModel;
  readonly context: CountingContext;
  readonly now: number;
}

const chartHeight = 234;

export function FlowCard({ model, context, now }: FlowCardProps) {
  const { site, filters, explains } = context;
  const { t, locale, dateFormat } = useText();
  const { timezone } = site.topology;
  const format = (value: number) => formatNumber(value, { locale, decimals: 0 });
  const isRunning = filters.progress.people === 'running';
  const at = isRunning ? now : null;
  const input = useMemo(
    () => flowInput(model, site, at, { t, locale, dateFormat }),
    [model, site, at, t, locale, dateFormat],
  );
  const marks = useAlertMarks(site.topology, isOfPeople);
  const legend = formatCompareLegend(filters.state.compare.mode, filters.ranges, { t, locale });
  const title = t(`counting.flow.by${model.width}` as 'counting.flow.by1800');
  const compares = filters.state.compare.on;
  const table = (): ChartTable => ({
    columns: compares
      ? [t('charts.when'), t('counting.kpi.entries'), legend]
      : [t('charts.when'), t('counting.kpi.entries')],
    rows: input.buckets.map((bucket) => [
      bucket.label,
      pointWord(bucket, format, t),
      ...(compares ? [formatNumber(compareStep(bucket, model.entries.buckets).usual, { locale, decimals: 0 })] : []),
    ]),
  });
  const summary = t('counting.flow.summary', {
    title,
    total: formatNumber(model.entries.value, { locale, decimals: 0 }),
    ...buildSummaryValues(model.entries, legend, format),
  });
  return (
    <Tinted metric={context.queries.entries.metric}>
      <ChartCard
        title={title}
        table={table}
        height={chartHeight}
        tools={<ExportOf metric={context.queries.entries.metric} name={title} />}
        line={<Readout {...{ model, filters, input, legend, explains }} />}
      >
        {model.emptiness === null || model.emptiness === 'noVisitors' ? (
          <div className={styles.flow}>
            <FlowChart
              input={input}
              height={chartHeight}
              summary={summary}
              nowLabel={isRunning && model.width < granularity.day ? formatClock(now, timezone) : null}
              formatValue={format}
              usualOf={(bucket) => {
                const own = compareStep(bucket, model.entries.buckets);
                return formatUsualFigure(
                  { value: getKnownValue(bucket.point), usual: own.usual, compared: own.value },
                  format,
                  t,
                );
              }}
              over={marks}
              onPick={explains ? ({ from, to }) => explains.open('entries', [{ from, to }]) : undefined}
            />
            {model.emptiness === 'noVisitors' && (
              <p className={styles.overFlow}>{t(isRunning ? 'counting.empty.noVisitors' : 'counting.empty.nobody')}</p>
            )}
          </div>
        ) : (
          <EmptyPicture
            emptiness={model.emptiness}
            notTold={model.entries.notTold}
            site={site}
            filters={filters}
            now={now}
          />
        )}
      </ChartCard>
    </Tinted>
  );
}

const isOfPeople = (metric: string) => getFamily(metric) === 'counting';

function flowInput(
  model: CountingModel,
  site: Site,
  now: number | null,
  reader: Pick<Text, 't' | 'locale' | 'dateFormat'>,
): FlowInput {
  const { topology, events } = site;
  const { timezone } = topology;
  const { buckets, from, to } = shownOf(model, site);
  const short = (to ?? 0) - (from ?? 0) <= 26 * 3_600_000;
  const slack = model.width < granularity.day ? 0 : model.width * 500;
  const closed =
    model.width < granularity.day ? model.closed : model.width === granularity.day ? closedDays(buckets, site) : [];
  return {
    buckets: labelBuckets(
      buckets.map((bucket) => quietWhenClosed(bucket, closed)),
      model.width,
      { ...reader, timezone, now },
    ),
    closed,
    events: events
      // Skips events without an end, and events that span the whole chart: they explain nothing here.
      .filter(
        (event) =>
          event.begin !== null &&
          event.end !== null &&
          from !== undefined &&
          to !== undefined &&
          // Days may end after midnight. An event that only touches a bucket belongs to the next one.
          event.begin < to - slack &&
          event.end > from + slack &&
          !(short && isActive(event, from) && event.end >= to),
      )
      .map((event) => ({ span: { from: event.begin ?? 0, to: event.end ?? 0 }, label: event.name })),
    now,
    ticks: buildAxisTicks(buckets, model.width, { ...reader, timezone }),
    whole: true,
    formatAxis: (value) => formatNumber(value, { locale: reader.locale, decimals: 0 }),
  };
}

/** Returns the days on which the site is closed, except days with entries. */
function closedDays(buckets: readonly AnswerBucket[], { topology }: Site): readonly Span[] {
  const visited = ({ point }: AnswerBucket) => point?.state === 'known' && point.value > 0;
  return buckets.filter((bucket) => !visited(bucket) && listOpenSpans(topology, bucket).length === 0);
}

/** Removes a usual value of 0 while closed: its line along the axis would be noise. */
function quietWhenClosed(bucket: AnswerBucket, closed: readonly Span[]): AnswerBucket {
  const shut = bucket.usual === 0 && closed.some((span) => span.from <= bucket.from && bucket.to <= span.to);
  return shut ? { ...bucket, usual: null } : bucket;
}

function shownOf(model: CountingModel, site: Site) {
  const all = model.entries.buckets;
  const [first] = all;
  const last = all.at(-1);
  const open = first && last ? listOpenSpans(site.topology, { from: first.from, to: last.to }) : [];
  const buckets = trimBuckets(all, open, site.topology.timezone);
  return { buckets, from: buckets[0]?.from, to: buckets.at(-1)?.to };
}

function pointWord({ point }: Bucket, format: (value: number) => string, t: Translate): string {
  const value = getKnownValue(point);
  if (value !== null) return format(value);
  return point?.state === 'missing' ? formatMissing(point, t) : '–';
}

interface ReadoutProps {
  readonly model: CountingModel;
  readonly filters: ResolvedFilters;
  readonly input: FlowInput;
  readonly legend: string;
  readonly explains: Explains | null;
}

/** Shows legend and readout in one line: totals, or the values of the hovered bucket. */
function Readout({ model, filters, input, legend, explains }: ReadoutProps) {
  const { t, locale, dateFormat } = useText();
  const [span] = useCrosshair();
  const bucket =
    span === null ? undefined : input.buckets.find((each) => each.from <= span.from && span.from < each.to);
  const value = bucket ? getKnownValue(bucket.point) : model.entries.value;
  const own = bucket && compareStep(bucket, model.entries.buckets);
  const usual = own ? own.usual : model.entries.usual;
  const format = (number: number | null) => formatNumber(number, { locale, decimals: 0 });
  const explain = explains && (() => explains.open('entries', bucket ? [{ from: bucket.from, to: bucket.to }] : []));
  const compared = bucket ? (own?.value ?? null) : model.entries.compared;
  const difference = bucket && compared !== null && usual !== null ? compared - usual : null;
  return (
    <>
      {bucket && <strong className={styles.readTime}>{bucket.label}</strong>}
      <span className={styles.read}>
        <span className={styles.swatch} aria-hidden="true" />
        {formatTimespan(filters.timespan, filters.ranges, { t, locale, dateFormat })}
        <Explainable explain={explain} isBeside>
          <strong>{format(value)}</strong>
        </Explainable>
      </span>
      {filters.state.compare.on && (
        <span className={styles.read}>
          <span className={styles.swatchLine} aria-hidden="true" />
          {legend}
          <Explainable explain={explain} isBeside>
            <strong>{usual === null ? format(null) : formatUsualFigure({ value, usual, compared }, format, t)}</strong>
          </Explainable>
        </span>
      )}
      {difference !== null ? (
        <span className={styles.read}>
          {t('charts.difference')}
          <strong>{`${difference < 0 ? '−' : '+'}${format(Math.abs(difference))}`}</strong>
          <DeltaChip
            delta={computeDelta(compared, usual, { points: false, goodSide: 'up', decimals: 1, people: true })}
            decimals={1}
          />
        </span>
      ) : (
        filters.progress.people === 'running' && (
          <span className={styles.read}>
            <span className={styles.swatchHatch} aria-hidden="true" />
            {t('charts.soFar')}
          </span>
        )
      )}
    </>
  );
}
