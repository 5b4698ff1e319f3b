import { useText } from '../../../i18n/index.ts';
import styles from './canvas.module.css';

/** A page nobody put anything on yet; `wide`: the gallery is beside it. */
export function EmptyCanvas({ wide }: { readonly wide: boolean }) {
  const { t } = useText();
  return (
    <div className={styles.empty}>
      <b>{t('drafts.emptyPage')}</b>
      <span>{t(wide ? 'drafts.emptyPageText' : 'drafts.emptyPageText.narrow')}</span>
    </div>
  );
}
