import type { ResolvedFilters } from '@atrium/domain/pages';
import { ChartCard, type ChartTable } from '../../charts/index.ts';
import { useText } from '../../i18n/index.ts';
import { Explainable, type Explains } from '../explain/index.ts';
import styles from '../section/section.module.css';
import type { SectionModel } from '../section/section-model.ts';
import { formatSectionPart } from '../section/section-model.ts';
import { formatShare } from '../section/time-shares.ts';
import { getMetricName } from '../words/section-texts.ts';
import type { Air } from './use-air.ts';

const height = 234;
const kinds = [
  ['good', 'ok'],
  ['average', 'warning'],
  ['critical', 'critical'],
] as const;

interface SharesCardProps {
  readonly model: SectionModel;
  readonly air: Air;
  readonly filters: ResolvedFilters;
  readonly explains: Explains | null;
}

/** F03: shows how much of the measured time each metric was good, average and critical. */
export function SharesCard({ model, air, filters, explains }: SharesCardProps) {
  const { t, locale } = useText();
  const hours = filters.state.hours === 'all' ? 'open' : 'chosen';
  const rows = model.metrics.flatMap((numbers) => {
    const { id } = numbers.metric;
    const shares = air.shares.get(id) ?? null;
    const part = formatSectionPart({ of: 'goodTime', metric: id, label: null });
    return shares ? [{ name: getMetricName(numbers.metric, t), shares, part }] : [];
  });
  const percent = (share: number) => formatShare(share, locale);
  const table = (): ChartTable => ({
    columns: [t('section.metric'), ...kinds.map(([kind]) => t(`section.air.${kind}`))],
    rows: rows.map(({ name, shares }) => [name, ...kinds.map(([kind]) => percent(shares[kind]))]),
  });
  return (
    <ChartCard
      title={t('section.air.shares')}
      line={t('section.air.shares.what', { hours })}
      table={table}
      height={height}
    >
      <ul className={styles.shares}>
        {rows.map(({ name, shares, part }) => (
          <li key={name} className={styles.share}>
            <span className={styles.shareName}>{name}</span>
            <span className={styles.shareValue}>
              <Explainable explain={explains && (() => explains.open(part))} isOpen={explains?.isOpen(part) ?? false}>
                <bdi dir="ltr">{percent(shares.good)}</bdi>
              </Explainable>
            </span>
            <span className={styles.band} aria-hidden="true">
              {kinds.map(
                ([kind, tone]) =>
                  shares[kind] > 0 && (
                    <span key={kind} className={styles.part} data-tone={tone} style={{ flexGrow: shares[kind] }} />
                  ),
              )}
            </span>
          </li>
        ))}
        <li className={styles.shareLegend}>
          {kinds.map(([kind, tone]) => (
            <span key={kind}>
              <span className={styles.dot} data-tone={tone} aria-hidden="true" />
              {t(`section.air.${kind}`)}
            </span>
          ))}
        </li>
      </ul>
    </ChartCard>
  );
}
