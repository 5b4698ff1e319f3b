import { useMutation } from '@apollo/client/react';
import { isolated, useText } from '../../../i18n/index.ts';
import { Button, PasswordField, TextField } from '../../../ui/form/index.ts';
import { toast } from '../../../ui/toasts/index.ts';
import { CancelEmailChangeDocument } from '../operations.generated.ts';
import styles from '../people.module.css';
import type { Person } from '../person.ts';
import type { Verify } from '../use-verification.tsx';
import { ContactFoot } from './contact-foot.tsx';
import { type AboutForm, isAnotherEmail } from './use-about-form.ts';

/** The address one signs in with, the password that another one takes, and that one while it waits for its code. */
export function EmailContact({ form, person, verify }: { form: AboutForm; person: Person; verify: Verify }) {
  const { say } = useText();
  const { values, set, faults } = form;
  return (
    <div className={styles.contact}>
      <TextField
        label={say('profile.email')}
        name="email"
        type="email"
        autoComplete="email"
        readOnly={person.otpContact === 'email'}
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
          label={say('profile.confirmPassword')}
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
  const { say } = useText();
  const [cancel, { loading }] = useMutation(CancelEmailChangeDocument);
  return (
    <div className={styles.contactFoot}>
      <p>{say('profile.email.pending', { email: isolated(email) })}</p>
      <Button onClick={() => void verify('email', email, { isSent: true })}>{say('profile.email.enterCode')}</Button>
      <Button onClick={() => void verify('email', email)}>{say('signIn.code.resend')}</Button>
      <Button
        look="quiet"
        aria-busy={loading}
        onClick={() => void cancel().catch(() => toast('error', say('profile.failed')))}
      >
        {say('app.cancel')}
      </Button>
    </div>
  );
}
