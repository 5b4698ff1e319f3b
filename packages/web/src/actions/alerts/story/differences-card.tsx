import { isOutside } from '@atrium/domain/actions/alerts';
import { formatClock } from '@atrium/domain/core/format';
import { DeltaChip, Ruler } from '../../../charts/index.ts';
import { useText } from '../../../i18n/index.ts';
import { formatExact, formatUsual, getMetricName } from '../../../pages/words/section-texts.ts';
import styles from './story.module.css';
import type { Compared } from './use-differences.ts';

interface DifferencesCardProps {
  readonly compared: Compared;
  readonly timezone: string;
}

/** What the site measured when the alert fired, on the rulers of what was usual then. */
export function DifferencesCard({ compared: { span, differences }, timezone }: DifferencesCardProps) {
  const { t, locale } = useText();
  const isNothing = !differences.some(({ figure }) => isOutside(figure));
  return (
    <section className={`${styles.card} ${styles.late}`}>
      <header className={styles.cardHead}>
        <h2 className={styles.title}>{t('alerts.story.different')}</h2>
        <span className={styles.meta}>
          <bdi dir="ltr">{`${formatClock(span.from, timezone)}–${formatClock(span.to, timezone)}`}</bdi>
        </span>
      </header>
      {isNothing && <p className={styles.note}>{t('alerts.story.different.nothing')}</p>}
      <ul className={styles.differences}>
        {differences.map(({ metric, figure }) => {
          const format = (value: number) => formatUsual(value, metric, { t, locale });
          return (
            <li key={metric.id}>
              <span>{getMetricName(metric, t)}</span>
              <strong>
                <bdi>{formatExact(figure.value, metric, { t, locale })}</bdi>
              </strong>
              <span className={styles.usual}>
                <Ruler figure={figure} format={format} isInRow />
                {figure.usual !== null && t('charts.usualValue', { value: format(figure.usual) })}
              </span>
              {isOutside(figure) && (
                <DeltaChip
                  delta={figure.change}
                  side={figure.side}
                  decimals={figure.change?.points ? 2 : 1}
                  isBrief
                  isSpoken
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
