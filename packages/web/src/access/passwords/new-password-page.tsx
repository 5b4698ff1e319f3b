import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { buttonClass } from '../../ui/form/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { session } from '../session/index.ts';
import { PublicLayout } from '../sign-in/public-layout.tsx';
import styles from '../sign-in/sign-in.module.css';
import { NewPasswordForm } from './new-password-form.tsx';

const key = 'atrium.reset';

/**
 * Target of the password reset mail. Removes its token from the address at once, because addresses end up in histories
 * and logs.
 */
export function NewPasswordPage() {
  const { t } = useText();
  const navigate = useNavigate();
  const { token: given } = useSearch({ from: '/reset-password-confirm' });
  const [token] = useState(() => given ?? sessionStorage.getItem(key));
  const [isGone, setGone] = useState(token === null);
  useEffect(() => {
    document.title = `${t('signIn.newPassword.title')} · ${t('app.name')}`;
  }, [t]);
  useEffect(() => {
    if (given === undefined) return;
    sessionStorage.setItem(key, given);
    void navigate({ to: '/reset-password-confirm', search: {}, replace: true });
  }, [given, navigate]);

  async function finish() {
    sessionStorage.removeItem(key);
    // The next user is a different person than the one signed in.
    if (session.token() !== null) await session.leave();
    showToast('success', t('signIn.newPassword.success'));
    await navigate({ to: '/login', replace: true });
  }

  function giveUp() {
    sessionStorage.removeItem(key);
    setGone(true);
  }

  return (
    <PublicLayout>
      {isGone || token === null ? (
        <Gone />
      ) : (
        <NewPasswordForm token={token} onSet={() => void finish()} onGone={giveUp} />
      )}
    </PublicLayout>
  );
}

function Gone() {
  const { t } = useText();
  return (
    <div role="alert">
      <h1 className={styles.title}>{t('signIn.newPassword.gone')}</h1>
      <p className={styles.lead}>{t('signIn.newPassword.gone.text')}</p>
      <Link to="/login" search={{ reset: true }} className={buttonClass('plain')}>
        {t('signIn.newPassword.ask')}
      </Link>
    </div>
  );
}
