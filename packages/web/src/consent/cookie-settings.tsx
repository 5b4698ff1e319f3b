import { useText } from '../i18n/index.ts';
import { reopenConsent } from './consent.ts';
import styles from './cookie-settings.module.css';

/** Button that reopens the consent banner after an answer. */
export function CookieSettings() {
  const { t } = useText();
  return (
    <button type="button" className={styles.link} onClick={reopenConsent}>
      {t('app.cookies')}
    </button>
  );
}
