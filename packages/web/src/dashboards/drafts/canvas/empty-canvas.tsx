import { useText } from '../../../i18n/index.ts';
import styles from './canvas.module.css';

/** Shown on a page without widgets. `wide` means the gallery is next to it. */
export function EmptyCanvas({ wide }: { readonly wide: boolean }) {
  const { t } = useText();
  return (
    <div className={styles.empty}>
      <b>{t('drafts.emptyPage')}</b>
      <span>{t(wide ? 'drafts.emptyPageText' : 'drafts.emptyPageText.narrow')}</span>
    </div>
  );
}
