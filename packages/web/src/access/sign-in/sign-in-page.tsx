import { useLocation, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetPickedLanguage, useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import { forgetTheme } from '../../ui/theme.ts';
import { safeOrigin } from '../session/index.ts';
import { DoorLayout } from './door-layout.tsx';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

/** The door: who signs in here is brought back to the page they asked for. */
export function SignInPage() {
  const { say } = useText();
  const router = useRouter();
  const email = useLocation({ select: ({ state }) => state.email ?? '' });
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
    <DoorLayout>
      <h1 className={styles.title}>{say('access.signIn')}</h1>
      <p className={styles.lead}>{say('access.lead')}</p>
      {ended === true && (
        <p className={`${styles.notice} ${styles.told}`} role="status">
          <Icon name="alert" />
          {say('access.ended')}
        </p>
      )}
      <SignInForm email={email} onSignedIn={enter} />
    </DoorLayout>
  );
}
