import { useQuery } from '@apollo/client/react';
import type { LocalDate } from '@atrium/domain/core';
import { formatMonth, formatPercent } from '@atrium/domain/core/format';
import { getAnswerUnit, getDefaultAggregation, type Metric, toAnswerMetric } from '@atrium/domain/numbers';
import type { Month } from '@atrium/domain/numbers/targets';
import { isolateText, useText } from '../../i18n/index.ts';
import { findErrorCode, retryQuery } from '../../numbers/answers/index.ts';
import { formatFigure } from '../../pages/words/section-texts.ts';
import { LoadFailed, Loading } from '../../ui/page/loading.tsx';
import { Table } from '../../ui/table/table.tsx';
import { TargetProgressDocument, type TargetProgressQuery } from './operations.generated.ts';
import type { TargetSite } from './target-cells.ts';
import styles from './targets.module.css';

type Progress = TargetProgressQuery['targetProgress'][number];

interface CardProps {
  readonly sites: readonly TargetSite[];
  readonly metric: Metric;
  readonly month: Month;
}

/** How far the targets of a month are reached: so far, due by now and heading for. */
export function TargetProgressCard({ sites, metric, month }: CardProps) {
  const text = useText();
  const { t, locale } = text;
  const { data, error, refetch } = useQuery(TargetProgressDocument, {
    variables: { metric: metric.id, month },
    fetchPolicy: 'cache-and-network',
  });
  const title = t('setUp.target.progress', { month: formatMonth(`${month}-01` as LocalDate, locale) });
  const siteOf = new Map(sites.map((site) => [site.id, site]));
  const figure = (value: number | null, { installationId }: Progress) => {
    const unit = getAnswerUnit(metric, getDefaultAggregation(metric), siteOf.get(installationId)?.currency ?? null);
    return formatFigure(value, toAnswerMetric(metric, unit), text);
  };
  return (
    <section className={styles.card} aria-label={title}>
      <h2>{title}</h2>
      {data === undefined && error !== undefined && (
        <LoadFailed code={findErrorCode(error)} retry={() => void retryQuery(refetch)} />
      )}
      {data === undefined && error === undefined && <Loading className={styles.ghost} />}
      {data?.targetProgress.length === 0 && <p className={styles.note}>{t('setUp.target.none')}</p>}
      {data !== undefined && data.targetProgress.length > 0 && (
        <Table
          className={styles.grid}
          rows={data.targetProgress}
          keyOf={({ installationId, zoneId }) => `${installationId} ${zoneId ?? 'all'}`}
          scroll={{ 'aria-label': title }}
          columns={[
            {
              key: 'place',
              head: t('setUp.target.site'),
              isName: true,
              cellClass: styles.place,
              cell: (one) => <PlaceWords progress={one} site={siteOf.get(one.installationId)} />,
            },
            { key: 'bar', cell: (one) => <Bar progress={one} /> },
            {
              key: 'soFar',
              head: t('setUp.target.soFar'),
              isNumber: true,
              cell: (one) => figure(one.soFar ?? null, one),
            },
            {
              key: 'due',
              head: t('setUp.target.due'),
              isNumber: true,
              cell: (one) => figure(one.dueByNow ?? null, one),
            },
            {
              key: 'heading',
              head: t('setUp.target.heading'),
              isNumber: true,
              cell: (one) => figure(one.headingFor ?? null, one),
            },
            { key: 'target', head: t('setUp.target.target'), isNumber: true, cell: (one) => figure(one.target, one) },
          ]}
        />
      )}
    </section>
  );
}

/** The place, and in words how far it is, or why that is unknown. */
function PlaceWords({ progress, site }: { readonly progress: Progress; readonly site: TargetSite | undefined }) {
  const { t, locale } = useText();
  const { soFar, headingFor, target, zoneId, missingDays } = progress;
  const zone = site?.zones.find(({ id }) => id === zoneId)?.name;
  const percent = (value: number) => isolateText(formatPercent((value / target) * 100, { locale, decimals: 0 }));
  return (
    <span className={styles.words}>
      <bdi>{zone === undefined ? site?.name : `${site?.name} · ${zone}`}</bdi>
      {missingDays > 0 && <span className={styles.note}>{t('setUp.target.missing', { count: missingDays })}</span>}
      {soFar != null && headingFor != null && target > 0 && (
        <span className={styles.note}>
          {t('setUp.target.share', { soFar: percent(soFar), heading: percent(headingFor) })}
        </span>
      )}
    </span>
  );
}

/** So far as a bar, the target as a tick, and what it is heading for as a dot. The numbers beside it say the same. */
function Bar({ progress: { soFar, headingFor, target } }: { readonly progress: Progress }) {
  if (soFar == null || headingFor == null || target <= 0) return null;
  const end = 1.15 * Math.max(target, headingFor, soFar);
  const at = (value: number) => `${(100 * value) / end}%`;
  const share = headingFor / target;
  return (
    <span className={styles.bar} aria-hidden="true">
      <span className={styles.filled} style={{ inlineSize: at(soFar) }} />
      <span className={styles.tick} style={{ insetInlineStart: at(target) }} />
      <span
        className={styles.dot}
        data-tone={share < 0.97 ? 'bad' : share >= 1 ? 'good' : undefined}
        style={{ insetInlineStart: at(headingFor) }}
      />
    </span>
  );
}
