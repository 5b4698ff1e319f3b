import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetPickedLanguage, type Language, languages, pickLanguage, useText } from '../../i18n/index.ts';
import { Icon, Logo } from '../../ui/icons/index.ts';
import { forgetTheme } from '../../ui/theme.ts';
import { safeOrigin } from '../session/index.ts';
import { Ridgeline } from './ridgeline.tsx';
import { ServiceStatus } from './service-status.tsx';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** The door: who signs in here is brought back to the page they asked for. */
export function SignInPage() {
  const { say } = useText();
  const router = useRouter();
  const { origin, ended } = useSearch({ from: '/login' });
  useEffect(() => {
    document.title = `${say('access.signIn')} · ${say('app.name')}`;
  }, [say]);

  function enter() {
    // Whoever comes in brings the language and theme of the profile.
    forgetPickedLanguage();
    forgetTheme();
    router.history.replace(safeOrigin(origin, location.origin));
  }

  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header className={styles.brand}>
          <Logo size={28} />
          {say('app.name')}
        </header>
        <main className={styles.main}>
          <h1 className={styles.title}>{say('access.signIn')}</h1>
          <p className={styles.lead}>{say('access.lead')}</p>
          {ended === true && (
            <p className={`${styles.notice} ${styles.told}`} role="status">
              <Icon name="alert" />
              {say('access.ended')}
            </p>
          )}
          <SignInForm onSignedIn={enter} />
        </main>
        <footer className={styles.foot}>
          <LanguageChoice />
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
  const { say, language } = useText();
  return (
    <span className={styles.language}>
      <select
        aria-label={say('app.language')}
        value={language}
        onChange={(event) => pickLanguage(event.currentTarget.value as Language)}
      >
        {Object.entries(languages).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="chevronDown" size={12} />
    </span>
  );
}
