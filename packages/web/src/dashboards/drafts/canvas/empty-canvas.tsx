import { useText } from '../../../i18n/index.ts';
import styles from './canvas.module.css';

/** A page nobody put anything on yet. */
export function EmptyCanvas() {
  const { t } = useText();
  return (
    <div className={styles.empty}>
      <b>{t('drafts.emptyPage')}</b>
      <span>{t('drafts.emptyPageText')}</span>
    </div>
  );
}
