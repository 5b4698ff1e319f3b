import { useText } from '../../i18n/index.ts';
import styles from './list.module.css';

const [width, gap, step] = [5, 1, 6];
/** Firings per day at which the bar is full; the tooltip shows the number. */
const maxFirings = 3;

/** Firings of an alert per day, today last. Always left to right. */
export function FiredBars({ days, isOpen }: { days: readonly { readonly count: number }[]; isOpen: boolean }) {
  const { t } = useText();
  const count = days.reduce((sum, day) => sum + day.count, 0);
  const height = maxFirings * step;
  return (
    <span className={styles.fired}>
      <svg
        className={styles.bars}
        width={days.length * (width + gap)}
        height={height + 1}
        role="img"
        aria-label={t('alerts.bars', { count })}
      >
        <title>{t('alerts.bars', { count })}</title>
        <line x1={0} x2={days.length * (width + gap)} y1={height + 0.5} y2={height + 0.5} className={styles.ground} />
        {days.map((day, index) => {
          const tall = Math.min(maxFirings, day.count) * step;
          const isToday = index === days.length - 1;
          return (
            tall > 0 && (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a day is identified by its index
                key={index}
                x={index * (width + gap)}
                y={height - tall}
                width={width}
                height={tall}
                rx={1}
                className={isToday && isOpen ? styles.openBar : styles.bar}
              />
            )
          );
        })}
      </svg>
      <span className={styles.times}>{count}</span>
    </span>
  );
}
