import type { Span } from '@atrium/domain/core';
import { formatNumber } from '@atrium/domain/core/format';
import { compareFigure, findMetric, getUsualDecimals } from '@atrium/domain/numbers';
import { useMemo } from 'react';
import { DeltaChip, getKnownValue, useCrosshair } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from '../cards/cards.module.css';
import { EmptyPicture } from '../cards/empty-picture.tsx';
import { Bars, type DrawnSeries, SeriesCard } from '../cards/series-card.tsx';
import { Explainable } from '../explain/index.ts';
import { formatTimespan } from '../filters/filter-texts.ts';
import { useSiteLanes } from '../site-page/lanes/site-lanes.tsx';
import { compareStep, compareStepRange } from '../words/compare-step.ts';
import { type CountingContext, type CountingModel, getCountingMetric } from './counting-model.ts';

interface FlowCardProps {
  readonly model: CountingModel;
  readonly context: CountingContext;
  readonly now: number;
}

/** Draws the entries over time, or the reason why there are none. */
export function FlowCard({ model, context, now }: FlowCardProps) {
  const { queries, site, filters, explains } = context;
  const { t, locale } = useText();
  const { entries, emptiness, width, closed } = model;
  const metric = findMetric(queries.entries.metric);
  const sold = model.more.find(({ name }) => name === 'goods')?.buckets ?? null;
  const lanes = useSiteLanes('counting', { site, filters, now, coverage: model.coverage, sold });
  const wording = useMemo(() => {
    const format = (value: number | null) => formatNumber(value, { locale, decimals: 0 });
    return { format, formatAxis: format, whole: true };
  }, [locale]);
  if (metric === undefined) return null;
  const explain = explains && ((span: Span) => explains.open('entries', [span]));
  const nobody = filters.progress.people === 'running' ? 'counting.empty.noVisitors' : 'counting.empty.nobody';
  return (
    <SeriesCard
      {...{ metric, width, closed, site, filters, now, wording, explain, lanes }}
      numbers={entries}
      title={t(`counting.flow.by${width}` as 'counting.flow.by1800')}
      name={t('counting.kpi.entries')}
      summary={(values) => t('counting.flow.summary', values)}
      line={(drawn) => <Readout {...{ model, context, drawn }} />}
      draw={(drawn) => (
        <div className={styles.flow}>
          <Bars {...{ drawn, explain }} format={wording.format} />
          {emptiness === 'noVisitors' && <p className={styles.overFlow}>{t(nobody)}</p>}
        </div>
      )}
      instead={
        emptiness === null || emptiness === 'noVisitors' ? null : (
          <EmptyPicture {...{ emptiness, site, filters, now }} notTold={entries.notTold} />
        )
      }
    />
  );
}

interface ReadoutProps {
  readonly model: CountingModel;
  readonly context: CountingContext;
  readonly drawn: DrawnSeries;
}

/** Shows legend and readout in one line: totals, or the values of the hovered bucket. */
function Readout({ model, context: { filters, explains }, drawn: { input, legend } }: ReadoutProps) {
  const { t, locale, dateFormat } = useText();
  const [span] = useCrosshair();
  const bucket =
    span === null ? undefined : input.buckets.find((each) => each.from <= span.from && span.from < each.to);
  const value = bucket ? getKnownValue(bucket.point) : model.entries.value;
  const metric = getCountingMetric('entries');
  const { usual, change, side, difference } = compareFigure({
    metric,
    value,
    usual: bucket ? compareStep(bucket, model.entries.buckets) : model.entries.usual,
    range: bucket ? compareStepRange(bucket, model.entries.buckets) : model.entries.range,
    unjudged: model.unjudged,
  });
  const format = (number: number | null) => formatNumber(number, { locale, decimals: 0 });
  const explain = explains && (() => explains.open('entries', bucket ? [{ from: bucket.from, to: bucket.to }] : []));
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
      {legend !== null && (
        <span className={styles.read}>
          <span className={styles.swatchLine} aria-hidden="true" />
          {legend}
          <Explainable explain={explain} isBeside>
            <strong>
              {formatNumber(usual, { locale, decimals: usual === null ? 0 : getUsualDecimals(metric, usual) })}
            </strong>
          </Explainable>
        </span>
      )}
      {bucket && difference !== null && value !== null && usual !== null ? (
        <span className={styles.read}>
          {t('charts.difference')}
          <strong>{`${value < usual ? '−' : '+'}${format(difference)}`}</strong>
          <DeltaChip delta={change} side={side} decimals={1} />
        </span>
      ) : (
        filters.progress.people === 'running' &&
        model.silentSince === null && (
          <span className={styles.read}>
            <span className={styles.swatchHatch} aria-hidden="true" />
            {t('charts.soFar')}
          </span>
        )
      )}
    </>
  );
}
