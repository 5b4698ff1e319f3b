import type { ReactNode } from 'react';
import { CookieSettings } from '../../consent/cookie-settings.tsx';
import { type Language, languages, pickLanguage, useLanguages, useText } from '../../i18n/index.ts';
import { Logo } from '../../ui/icons/index.ts';
import { Select } from '../../ui/select/index.ts';
import { Ridgeline } from './ridgeline.tsx';
import { ServiceStatus } from './service-status.tsx';
import styles from './sign-in.module.css';

/** Layout of pages before sign-in: brand, language, server status and picture. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const { t } = useText();
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header className={styles.brand}>
          <Logo size={28} />
          {t('app.name')}
        </header>
        <main className={styles.main}>{children}</main>
        <footer className={styles.foot}>
          <LanguageChoice />
          <CookieSettings />
          <ServiceStatus />
        </footer>
      </div>
      <aside className={styles.art}>
        <Ridgeline />
      </aside>
    </div>
  );
}

function LanguageChoice() {
  const { t, language } = useText();
  const allowed = useLanguages();
  return (
    <Select
      look="plain"
      className={styles.language}
      aria-label={t('app.language')}
      value={language}
      onChange={(event) => pickLanguage(event.currentTarget.value as Language)}
    >
      {allowed.map((code) => (
        <option key={code} value={code} lang={code}>
          {languages[code].name}
        </option>
      ))}
    </Select>
  );
}
