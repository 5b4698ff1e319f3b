import { Link, useLocation, useRouteContext, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { forgetPickedLanguage, type MessageId, useText } from '../../../i18n/index.ts';
import { buttonClass } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { dismissAllToasts } from '../../../ui/overlays/toast-list.ts';
import { lazyComponent } from '../../../ui/page/lazy-component.tsx';
import { resetTheme } from '../../../ui/theme.ts';
import { type PendingSignIn, type RestoreFailure, session, toSafePath } from '../session/index.ts';
import { PublicLayout } from './public-layout.tsx';
import styles from './sign-in.module.css';
import { SignInForm } from './sign-in-form.tsx';

const CodeStep = lazyComponent(() => import('./code-step.tsx').then((it) => it.CodeStep));
const ResetRequest = lazyComponent(() => import('./reset-request.tsx').then((it) => it.ResetRequest));
const Providers = lazyComponent(() => import('./providers.tsx').then((it) => it.Providers));

/** Signing in returns to the page the user requested. */
export function SignInPage() {
  const { t } = useText();
  const router = useRouter();
  const { origin, reset } = useSearch({ from: '/login' });
  const { half: handed } = useRouteContext({ from: '/login' });
  const [half, setHalf] = useState<{ readonly signIn: PendingSignIn; readonly email: string | null } | null>(
    handed && { signIn: handed, email: null },
  );
  useEffect(() => {
    document.title = `${t('access.signIn')} · ${t('app.name')}`;
  }, [t]);

  function enter() {
    // The toasts were about signing in, and error toasts stay until closed.
    dismissAllToasts();
    // Signing in applies the language and theme of the profile.
    forgetPickedLanguage();
    resetTheme();
    router.history.replace(toSafePath(origin, location.origin));
  }

  return (
    <PublicLayout>
      {half !== null ? (
        <CodeStep half={half.signIn} email={half.email} onBack={() => setHalf(null)} onSignedIn={enter} />
      ) : reset === true ? (
        <ResetRequest />
      ) : (
        <Credentials onHalf={(signIn, email) => setHalf({ signIn, email })} onSignedIn={enter} />
      )}
    </PublicLayout>
  );
}

function Credentials({
  onHalf,
  onSignedIn,
}: {
  onHalf: (half: PendingSignIn, email: string) => void;
  onSignedIn: () => void;
}) {
  const { t } = useText();
  const email = useLocation({ select: ({ state }) => state.email ?? '' });
  return (
    <>
      <h1 className={styles.title}>{t('access.signIn')}</h1>
      <p className={styles.lead}>{t('access.lead')}</p>
      <SignInNotice />
      <SignInForm
        email={email}
        forgotten={
          <Link to="/login" search={{ reset: true }} className={styles.link}>
            {t('signIn.reset.link')}
          </Link>
        }
        onHalf={onHalf}
        onSignedIn={onSignedIn}
      />
      <Providers />
    </>
  );
}

const gateFaults: Record<RestoreFailure, MessageId> = {
  'invalid token': 'signIn.gate.invalidToken',
  'view-as over': 'signIn.gate.viewAsEnded',
  'refresh timed out': 'signIn.gate.refreshTimedOut',
  unreachable: 'signIn.gate.unreachable',
};

const ends = { expired: 'access.ended', viewAs: 'signIn.gate.viewAsEnded' } as const;
const failures = { user: 'signIn.provider.userNotFound', provider: 'access.failure.somethingWrong' } as const;

/** Explains why the user was sent here, e.g. an expired session. */
function SignInNotice() {
  const { t } = useText();
  const { origin, ended, failure } = useSearch({ from: '/login' });
  const [fault] = useState(() => session.takeGateFault());
  const mayPass = fault === 'unreachable' || fault === 'refresh timed out';
  const text = fault !== null ? gateFaults[fault] : failure ? failures[failure] : ended ? ends[ended] : null;
  if (text === null) return null;
  return (
    <p className={`${styles.notice} ${failure ? styles.refused : styles.told}`} role={failure ? 'alert' : 'status'}>
      <Icon name="alert" />
      {t(text)}
      {mayPass && (
        <Link to={toSafePath(origin, location.origin)} reloadDocument className={buttonClass('plain')}>
          {t('signIn.gate.retry')}
        </Link>
      )}
    </p>
  );
}
