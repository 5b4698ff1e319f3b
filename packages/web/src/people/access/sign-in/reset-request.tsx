import { normalizeEmail } from '@atrium/domain/people/access';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { isolateText, type MessageId, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { DeliveryNotice, useDeliveryTo } from '../../notifications/delivery-notice.tsx';
import { ask, Refusal, rememberedEmail } from '../session/index.ts';
import { RequestPasswordResetDocument } from './operations.generated.ts';
import styles from './sign-in.module.css';

/** Requests a password reset link. The answer is the same whether the account exists or not. */
export function ResetRequest() {
  const { t } = useText();
  const [email, setEmail] = useState(rememberedEmail);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<MessageId | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const fault = tried ? faultOf(email) : null;
  const delivery = useDeliveryTo('email');

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    setFailure(null);
    if (faultOf(email) !== null) return form.current?.querySelector('input')?.focus();
    setBusy(true);
    try {
      await ask(RequestPasswordResetDocument, { email: email.trim() });
      setSentTo(email.trim());
    } catch (error) {
      const isLimited = error instanceof Refusal && error.code === 'RATE_LIMITED';
      setFailure(isLimited ? 'access.failure.rateLimited' : 'signIn.code.failed');
    }
    setBusy(false);
  }

  if (delivery === 'none')
    return (
      <>
        <h1 className={styles.title}>{t('signIn.reset.title')}</h1>
        <DeliveryNotice instead="reset" />
        <BackToSignIn />
      </>
    );
  if (sentTo !== null)
    return (
      <>
        <h1 className={styles.title}>{t('signIn.code.title.email')}</h1>
        <p className={styles.lead} role="status">
          {t('signIn.reset.sent', { email: isolateText(sentTo) })}
        </p>
        <DeliveryNotice />
        <BackToSignIn />
      </>
    );
  return (
    <>
      <h1 className={styles.title}>{t('signIn.reset.title')}</h1>
      <p className={styles.lead}>{t('signIn.reset.text')}</p>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <TextField
          label={t('access.email')}
          name="email"
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={fault === null ? null : t(fault)}
        />
        {failure !== null && (
          <p className={styles.notice} role="alert">
            <Icon name="alert" />
            {t(failure)}
          </p>
        )}
        <Button type="submit" look="primary" large className={styles.submit ?? ''} aria-disabled={busy}>
          {t(busy ? 'signIn.reset.sending' : 'signIn.reset.send')}
        </Button>
        <BackToSignIn />
      </form>
    </>
  );
}

function BackToSignIn() {
  const { t } = useText();
  return (
    <Link to="/login" className={styles.link}>
      {t('signIn.reset.back')}
    </Link>
  );
}

function faultOf(email: string): MessageId | null {
  if (email.trim() === '') return 'access.email.required';
  return normalizeEmail(email) === null ? 'access.email.invalid' : null;
}
