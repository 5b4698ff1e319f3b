import { useEffect, useRef } from 'react';
import { loadMessages, useText } from '../i18n/index.ts';
import { Button } from '../ui/form/index.ts';
import { answerConsent, useConsent } from './consent.ts';
import styles from './consent-banner.module.css';

/** The banner together with its texts. */
export async function openBanner() {
  await loadMessages('notices');
  return ConsentBanner;
}

/** Asks whether use may be measured. It covers nothing that cannot be scrolled to, and keeps nobody from working. */
function ConsentBanner() {
  const { t } = useText();
  const { given, again } = useConsent();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!again) return;
    // Whoever asked for it is taken there, and back once it is answered.
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
