import { useText } from '../i18n/index.ts';
import { askAgain } from './consent.ts';
import styles from './cookie-settings.module.css';

/** The quiet way back to the question about cookies, for whoever has answered it. */
export function CookieSettings() {
  const { t } = useText();
  return (
    <button type="button" className={styles.link} onClick={askAgain}>
      {t('app.cookies')}
    </button>
  );
}
