import { useText } from '../i18n/index.ts';
import { Button } from '../ui/form/index.ts';
import { declineConsent, giveConsent } from './consent.ts';
import styles from './consent-banner.module.css';

/** Asks whether use may be measured. It covers nothing that cannot be scrolled to, and keeps nobody from working. */
export function ConsentBanner() {
  const { say } = useText();
  return (
    <aside className={styles.banner} aria-label={say('app.consent.title')}>
      <div className={styles.words}>
        <h2 className={styles.title}>{say('app.consent.title')}</h2>
        <p>{say('app.consent.text')}</p>
      </div>
      <div className={styles.actions}>
        <Button onClick={declineConsent}>{say('app.consent.decline')}</Button>
        <Button onClick={giveConsent}>{say('app.consent.accept')}</Button>
      </div>
    </aside>
  );
}
