import { useEffect, useRef } from 'react';
import { loadMessages, useText } from '../../i18n/index.ts';
import { Button } from '../../ui/form/button.tsx';
import { answerConsent, useConsent } from './consent.ts';
import styles from './consent-banner.module.css';

/** Loads the banner with its texts. */
export async function loadBanner() {
  await loadMessages('notices');
  return ConsentBanner;
}

/** Asks for consent to usage tracking. It blocks nothing, and content below it can be scrolled into view. */
function ConsentBanner() {
  const { t } = useText();
  const { given, again } = useConsent();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!again) return;
    // Moves the focus to the banner if the user opened it, and back after the answer.
    const before = document.activeElement;
    place.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [again]);
  return (
    <aside ref={place} className={styles.banner} aria-label={t('app.consent.title')} tabIndex={-1}>
      <div className={styles.words}>
        <h2 className={styles.title}>{t('app.consent.title')}</h2>
        <p>{t('app.consent.text')}</p>
        {again && <p className={styles.now}>{t(given ? 'app.consent.now.given' : 'app.consent.now.refused')}</p>}
      </div>
      <div className={styles.actions}>
        <Button onClick={() => answerConsent('no')}>{t('app.consent.decline')}</Button>
        <Button onClick={() => answerConsent('yes')}>{t('app.consent.accept')}</Button>
      </div>
    </aside>
  );
}
