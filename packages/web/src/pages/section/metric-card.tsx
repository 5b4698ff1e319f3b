import { compareFigure, getUsualDecimals } from '@atrium/domain/numbers';
import type { ResolvedFilters } from '@atrium/domain/pages';
import { cardSize, formatUnsupported, MicroBars, Sparkline } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import styles from '../cards/cards.module.css';
import { KpiCard } from '../cards/kpi-card.tsx';
import { TariffLink } from '../cards/no-tariff.tsx';
import type { Explains } from '../explain/index.ts';
import { formatTooFew } from '../filters/filter-texts.ts';
import type { Site } from '../site-page/site.ts';
import { getMetricHelp } from '../words/metric-help.ts';
import { formatCounted, formatFigureParts, formatLastSeen, getMetricName } from '../words/section-texts.ts';
import { buildSectionSmallInput, findNewest, type MetricNumbers, type SectionModel } from './section-model.ts';

interface MetricCardProps {
  readonly numbers: MetricNumbers;
  readonly model: SectionModel;
  readonly filters: ResolvedFilters;
  readonly timezone: string;
  readonly now: number;
  /** Opens the explanation of a metric, by id. */
  readonly explains: Explains | null;
}

interface MetricCardsProps extends Pick<MetricCardProps, 'model' | 'filters' | 'now' | 'explains'> {
  readonly site: Pick<Site, 'topology'>;
}

/** Shows every metric of the site, and which costs have no tariff. */
export function MetricCards({ site, ...props }: MetricCardsProps) {
  const { t } = useText();
  return (
    <>
      <div className={styles.kpis}>
        {props.model.metrics.map((numbers) => (
          <MetricCard key={numbers.metric.id} {...props} numbers={numbers} timezone={site.topology.timezone} />
        ))}
      </div>
      {props.model.unpriced.length > 0 && (
        <p>
          {t('charts.noTariff', { metrics: props.model.unpriced.map((metric) => getMetricName(metric, t)).join(', ') })}{' '}
          <TariffLink siteId={site.topology.installationId} />
        </p>
      )}
    </>
  );
}

/** Shows one metric of the site: the current value of air, the amount counted by meters. */
export function MetricCard({ numbers, model, filters, timezone, now, explains }: MetricCardProps) {
  const text = useText();
  const { t, locale } = text;
  const { metric } = numbers;
  const samples = metric.kind === 'sample';
  const current = samples && filters.includesNow ? findNewest(numbers, model, now) : null;
  const { value, usual, range } = current ?? numbers;
  const figure = formatFigureParts(value, metric, { t, locale });
  const input = buildSectionSmallInput(numbers.buckets, model, now);
  const isNow = current !== null;
  const write = (number: number) =>
    formatFigureParts(number, { ...metric, decimals: getUsualDecimals(metric, number) }, { t, locale }).text;
  const spans = current === null ? [] : [current.span];
  return (
    <KpiCard
      metric={metric.id}
      label={getMetricName(metric, t)}
      help={getMetricHelp(metric.id, t)}
      explains={
        explains === null || value === null
          ? null
          : {
              isOpen: explains.isOpen(metric.id, spans),
              open: () => explains.open(metric.id, spans),
            }
      }
      tag={
        current !== null ? (
          <span className={styles.soFar}>
            {current.lastReadingAt === null
              ? t('section.now')
              : formatLastSeen(current.lastReadingAt, now, timezone, text)}
          </span>
        ) : samples ? (
          <span className={styles.soFar}>{t('section.mean')}</span>
        ) : filters.progress.meters === 'over' || numbers.silentSince !== null ? null : (
          <span className={styles.soFar}>{t('charts.soFar')}</span>
        )
      }
      value={figure.text}
      unit={figure.unit}
      note={
        numbers.notTold.length > 0
          ? formatUnsupported(numbers.notTold, t)
          : isNow
            ? null
            : [formatCounted(numbers.coverage, text), formatTooFew(numbers.tooFew, text)].filter(Boolean).join(' · ') ||
              null
      }
      comparison={{
        figure: compareFigure({
          ...{ metric, value, usual, range },
          unjudged: numbers.silentSince === null ? null : 'silent',
        }),
        ...{
          write,
          times: numbers.times,
          expected: current === null ? numbers.expected : null,
          mode: filters.state.compare.mode,
          ranges: filters.ranges,
        },
      }}
    >
      {samples ? (
        <Sparkline input={input} size={cardSize} fromZero={false} />
      ) : (
        <MicroBars input={input} size={cardSize} />
      )}
    </KpiCard>
  );
}
