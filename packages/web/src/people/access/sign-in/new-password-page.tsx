import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { ask, Refusal, session } from '../session/index.ts';
import { ConfirmPasswordResetDocument } from './operations.generated.ts';
import { findPasswordFault } from './password-fault.ts';
import { PublicLayout } from './public-layout.tsx';
import styles from './sign-in.module.css';

interface Draft {
  readonly password: string;
  readonly confirmation: string;
}

/** Fields in page order. The first wrong one gets the focus. */
const fields = ['password', 'confirmation'] as const;

/** A new password, entered twice. After the first attempt each change validates the fields. */
function NewPasswordForm({ token, onSet, onGone }: { token: string; onSet: () => void; onGone: () => void }) {
  const { t } = useText();
  const [draft, setDraft] = useState<Draft>({ password: '', confirmation: '' });
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ readonly password: string } | null>(null);
  const [failure, setFailure] = useState<MessageId | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const faults = faultsOf(draft, refused?.password ?? null);
  const change = (field: keyof Draft) => (event: { currentTarget: { value: string } }) =>
    setDraft({ ...draft, [field]: event.currentTarget.value });
  const fault = (field: keyof Draft) => {
    const id = tried ? faults[field] : null;
    return id === null ? null : t(id);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    setFailure(null);
    const first = fields.find((field) => faults[field] !== null);
    if (first !== undefined) return form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    setBusy(true);
    try {
      await ask(ConfirmPasswordResetDocument, { token, newPassword: draft.password });
      return onSet();
    } catch (error) {
      refuse(error);
    }
    setBusy(false);
  }

  function refuse(error: unknown) {
    const { code, field } = error instanceof Refusal ? error : { code: null, field: null };
    if (code === 'NOT_FOUND') return onGone();
    if (code === 'BAD_INPUT' && field === 'newPassword') return setRefused({ password: draft.password });
    setFailure(code === 'RATE_LIMITED' ? 'access.failure.rateLimited' : 'signIn.code.failed');
  }

  return (
    <form ref={form} onSubmit={submit} noValidate>
      <h1 className={styles.title}>{t('signIn.newPassword.title')}</h1>
      <p className={styles.lead}>{t('signIn.newPassword.text')}</p>
      <div className={styles.form}>
        <PasswordField
          label={t('signIn.newPassword.password')}
          name="password"
          autoComplete="new-password"
          value={draft.password}
          onChange={change('password')}
          error={fault('password')}
        />
        <PasswordField
          label={t('signIn.newPassword.confirmation')}
          name="confirmation"
          autoComplete="new-password"
          value={draft.confirmation}
          onChange={change('confirmation')}
          error={fault('confirmation')}
        />
        {failure !== null && (
          <p className={styles.notice} role="alert">
            <Icon name="alert" />
            {t(failure)}
          </p>
        )}
        <Button type="submit" look="primary" large className={styles.submit ?? ''} aria-disabled={busy}>
          {t(busy ? 'signIn.newPassword.saving' : 'signIn.newPassword.save')}
        </Button>
      </div>
    </form>
  );
}

/** `refused`: the password that the server rejected although this page found no error. */
function faultsOf({ password, confirmation }: Draft, refused: string | null): Record<keyof Draft, MessageId | null> {
  const weak = findPasswordFault(password) ?? (password === refused ? 'access.password.common' : null);
  return {
    password: password === '' ? 'access.password.required' : weak,
    confirmation: confirmation === password ? null : 'access.password.unequal',
  };
}

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
    // The owner of the new password may not be the user who is signed in here.
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
