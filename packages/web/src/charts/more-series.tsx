import { useText } from '../i18n/index.ts';
import styles from './marks.module.css';

export interface MoreSeriesProps {
  /** Number of series not drawn yet. */
  readonly count: number;
  readonly show: () => void;
}

/** Button at the end of a legend that shows the omitted series. Renders nothing if there are none. */
export function MoreSeries({ count, show }: MoreSeriesProps) {
  const { t } = useText();
  if (count === 0) return null;
  return (
    <button type="button" className={styles.more} onClick={show}>
      {t('widgets.more', { count })}
    </button>
  );
}
