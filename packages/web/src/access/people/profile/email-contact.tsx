import { useMutation } from '@apollo/client/react';
import { isolateText, useText } from '../../../i18n/index.ts';
import { DeliveryNotice, useDeliveryTo } from '../../../notifications/index.ts';
import { Button, PasswordField, TextField } from '../../../ui/form/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { CancelEmailChangeDocument } from '../operations.generated.ts';
import styles from '../people.module.css';
import type { Person } from '../person.ts';
import type { Verify } from '../use-verification.tsx';
import { ContactFoot } from './contact-foot.tsx';
import { type AboutForm, isAnotherEmail } from './use-about-form.ts';

/** Sign-in address, the password needed to change it, and the new address while it is pending verification. */
export function EmailContact({ form, person, verify }: { form: AboutForm; person: Person; verify: Verify }) {
  const { t } = useText();
  const { values, set, faults } = form;
  // A new address needs a code by mail, so it cannot change without mail.
  const isFixed = useDeliveryTo('email') === 'none';
  return (
    <div className={styles.contact}>
      <TextField
        label={t('profile.email')}
        name="email"
        type="email"
        autoComplete="email"
        readOnly={person.otpContact === 'email' || isFixed}
        value={values.email}
        error={faults.email}
        onChange={(event) => set('email', event.currentTarget.value)}
      />
      {person.pendingEmail === null ? (
        <ContactFoot form={form} person={person} contact="email" verify={verify} />
      ) : (
        <PendingEmail email={person.pendingEmail} verify={verify} />
      )}
      {isAnotherEmail(values, person) && (
        <PasswordField
          label={t('profile.confirmPassword')}
          name="password"
          autoComplete="current-password"
          value={values.password}
          error={faults.password}
          onChange={(event) => set('password', event.currentTarget.value)}
        />
      )}
    </div>
  );
}

function PendingEmail({ email, verify }: { email: string; verify: Verify }) {
  const { t } = useText();
  const delivery = useDeliveryTo('email');
  const [cancel, { loading }] = useMutation(CancelEmailChangeDocument);
  return (
    <div className={styles.contactFoot}>
      <p>{t('profile.email.pending', { email: isolateText(email) })}</p>
      {delivery === 'none' ? (
        <DeliveryNotice />
      ) : (
        <>
          <Button onClick={() => void verify('email', email, { isSent: true })}>{t('profile.email.enterCode')}</Button>
          <Button onClick={() => void verify('email', email)}>{t('signIn.code.resend')}</Button>
        </>
      )}
      <Button
        look="quiet"
        aria-busy={loading}
        onClick={() => void cancel().catch(() => showToast('error', t('profile.failed')))}
      >
        {t('app.cancel')}
      </Button>
    </div>
  );
}
