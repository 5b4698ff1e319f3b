import { useText } from '../../i18n/index.ts';
import styles from './marks.module.css';

export interface MoreSeriesProps {
  /** How many are not drawn yet. */
  readonly count: number;
  readonly show: () => void;
}

/** At the end of a legend: shows what a chart leaves out at first. Nothing where that is nothing. */
export function MoreSeries({ count, show }: MoreSeriesProps) {
  const { t } = useText();
  if (count === 0) return null;
  return (
    <button type="button" className={styles.more} onClick={show}>
      {t('widgets.more', { count })}
    </button>
  );
}
