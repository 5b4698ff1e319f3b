import { findPasswordFaults, normalizeEmail } from '@atrium/domain/people/access';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { type PendingSignIn, rememberEmail, rememberedEmail, type SignInFailure, session } from '../session/index.ts';
import styles from './sign-in.module.css';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

type CredentialFaults = { readonly [Field in keyof Credentials]: MessageId | null };

/** Fields in page order. The first wrong one gets the focus. */
const fieldOrder = ['email', 'password'] as const satisfies readonly (keyof Credentials)[];

/** Validates email and password by rules that hold for every account, without the server. */
export function checkCredentials({ email, password }: Credentials): CredentialFaults {
  return { email: checkEmail(email.trim()), password: checkPassword(password) };
}

function checkEmail(email: string): MessageId | null {
  if (email === '') return 'access.email.required';
  return normalizeEmail(email) === null ? 'access.email.invalid' : null;
}

function checkPassword(password: string): MessageId | null {
  if (password === '') return 'access.password.required';
  const faults = findPasswordFaults(password);
  if (faults.includes('length')) return 'access.password.length';
  // Does not require letters: passwords from an older rule must still sign in.
  return faults.includes('number') || faults.includes('special') ? 'access.password.extended' : null;
}

const failures: Record<SignInFailure, MessageId> = {
  'wrong credentials': 'access.failure.wrongCredentials',
  'rate limited': 'access.failure.rateLimited',
  'cookies refused': 'access.failure.cookiesRefused',
  unavailable: 'access.status.unreachable',
  unreachable: 'access.failure.somethingWrong',
};

/**
 * Email and password. `email` is prefilled for a new account. After the first attempt each change validates the fields.
 */
export function SignInForm({
  email: known = '',
  forgotten,
  onHalf,
  onSignedIn,
}: {
  email?: string;
  /** Link for a lost password. */
  forgotten: ReactNode;
  /** Called when the password was correct and a code is pending. */
  onHalf: (half: PendingSignIn, email: string) => void;
  onSignedIn: () => void;
}) {
  const { t } = useText();
  const [credentials, setCredentials] = useState<Credentials>(() => ({
    email: known || rememberedEmail(),
    password: '',
  }));
  const [remember, setRemember] = useState(() => rememberedEmail() !== '');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<SignInFailure | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const faults = tried ? checkCredentials(credentials) : null;
  const type = (field: keyof Credentials) => (event: { currentTarget: { value: string } }) =>
    setCredentials({ ...credentials, [field]: event.currentTarget.value });
  const fault = (field: keyof Credentials) => {
    const id = faults?.[field] ?? null;
    return id === null ? null : t(id);
  };

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    setFailure(null);
    const found = checkCredentials(credentials);
    const first = fieldOrder.find((field) => found[field] !== null);
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    const email = credentials.email.trim();
    const outcome = await session.signIn(email, credentials.password);
    setBusy(false);
    if (!outcome.ok) return setFailure(outcome.error);
    rememberEmail(remember ? email : null);
    if (outcome.value === null) onSignedIn();
    else onHalf(outcome.value, email);
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <TextField
        label={t('access.email')}
        name="email"
        type="email"
        autoComplete="username"
        value={credentials.email}
        onChange={type('email')}
        error={fault('email')}
      />
      <PasswordField
        label={t('access.password')}
        name="password"
        autoComplete="current-password"
        value={credentials.password}
        onChange={type('password')}
        error={fault('password')}
        aside={forgotten}
      />
      <Checkbox
        label={t('access.remember')}
        checked={remember}
        onChange={(event) => setRemember(event.currentTarget.checked)}
      />
      {failure !== null && (
        <p className={styles.notice} role="alert">
          <Icon name="alert" />
          {t(failures[failure])}
        </p>
      )}
      <Button type="submit" look="primary" large className={styles.submit ?? ''} aria-disabled={busy}>
        {t(busy ? 'access.signIn.busy' : 'access.signIn')}
      </Button>
    </form>
  );
}
