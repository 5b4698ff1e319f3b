import { useMutation } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Translate, useText } from '../../../i18n/index.ts';
import { Button, buttonClass } from '../../../ui/form/button.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import { FormActions } from '../../../ui/form/form-actions.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { type Faults, type Form, useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { FieldPair, SectionCard } from '../../../ui/page/section-card.tsx';
import { DeliveryNotice, useDelivery } from '../../notifications/delivery-notice.tsx';
import { ContactText } from '../code/code-entry.tsx';
import { session } from '../session/index.ts';
import { findPasswordFault } from '../sign-in/password-fault.ts';
import {
  ChangePasswordAndTwoFactorDocument,
  ChangePasswordDocument,
  ChangeTwoFactorDocument,
  LogoutEverywhereDocument,
} from './operations.generated.ts';
import styles from './people.module.css';
import { type Contact, findDestination, findVerification, type Person, parseRefusal } from './person.ts';
import { ProfilePage } from './profile-page.tsx';
import { ContactState, useVerification, type Verify } from './use-verification.tsx';

export function ProfileSecurityPage() {
  return <ProfilePage>{(person) => <Security person={person} />}</ProfilePage>;
}

/** Password and two-factor, changed together or separately. */
function Security({ person }: { person: Person }) {
  const { verify, modal } = useVerification();
  const form = useSecurityForm(person, verify);
  return (
    <>
      <form {...form.props} noValidate>
        <PasswordSection form={form} />
        <TwoFactorSection form={form} person={person} />
      </form>
      <SessionsSection />
      <TokensSection />
      {modal}
    </>
  );
}

function PasswordSection({ form: { values, set, faults } }: { form: SecurityForm }) {
  const { t } = useText();
  return (
    <SectionCard title={t('profile.password')} text={t('profile.password.text')}>
      <PasswordField
        label={t('profile.password.old')}
        name="oldPassword"
        autoComplete="current-password"
        value={values.oldPassword}
        error={faults.oldPassword}
        onChange={(event) => set('oldPassword', event.currentTarget.value)}
      />
      <FieldPair>
        <PasswordField
          label={t('profile.password.new')}
          name="newPassword"
          autoComplete="new-password"
          value={values.newPassword}
          error={faults.newPassword}
          onChange={(event) => set('newPassword', event.currentTarget.value)}
        />
        <PasswordField
          label={t('profile.password.confirmation')}
          name="confirmation"
          autoComplete="new-password"
          value={values.confirmation}
          error={faults.confirmation}
          onChange={(event) => set('confirmation', event.currentTarget.value)}
        />
      </FieldPair>
    </SectionCard>
  );
}

function TwoFactorSection({ form, person }: { form: SecurityForm; person: Person }) {
  const { t } = useText();
  const { values, set, faults } = form;
  const delivery = useDelivery();
  const cannot = { email: delivery?.mail === 'none', phone: delivery?.texts === 'none' || person.phone === null };
  return (
    <SectionCard title={t('profile.twoFactor')} text={t('profile.twoFactor.text')}>
      <Checkbox
        label={t('profile.twoFactor.on')}
        name="twoFactor"
        checked={values.otpContact !== ''}
        disabled={values.otpContact === '' && cannot.email && cannot.phone}
        onChange={(event) => set('otpContact', event.currentTarget.checked ? (cannot.email ? 'phone' : 'email') : '')}
      />
      {values.otpContact !== '' && (
        <fieldset className={`${styles.group} ${styles.inset}`}>
          <legend>{t('profile.twoFactor.method')}</legend>
          {(['email', 'phone'] as const).map(
            (contact) =>
              (!cannot[contact] || person.otpContact === contact) && (
                <Method key={contact} form={form} person={person} contact={contact} />
              ),
          )}
        </fieldset>
      )}
      <DeliveryNotice />
      {person.phone !== null && <DeliveryNotice contact="phone" />}
      {person.phone === null && <p className={styles.note}>{t('profile.twoFactor.noPhone')}</p>}
      {faults.otpContact !== undefined && (
        <p className={styles.fault} role="alert">
          {faults.otpContact}
        </p>
      )}
      {form.asksPassword && (
        <PasswordField
          label={t('profile.confirmPassword')}
          name="password"
          autoComplete="current-password"
          value={values.password}
          error={faults.password}
          onChange={(event) => set('password', event.currentTarget.value)}
        />
      )}
      <FormActions form={form} />
    </SectionCard>
  );
}

function Method({ form, person, contact }: { form: SecurityForm; person: Person; contact: Contact }) {
  const { t } = useText();
  return (
    <label className={styles.contactFoot}>
      <input
        type="radio"
        name="otpContact"
        value={contact}
        checked={form.values.otpContact === contact}
        onChange={() => form.set('otpContact', contact)}
      />
      {t(`profile.twoFactor.${contact}`)} <ContactText contact={contact} value={person[contact] ?? ''} />
      <ContactState state={findVerification(person, contact)} />
    </label>
  );
}

/** Lets the viewer sign out everywhere. */
function SessionsSection() {
  const { t } = useText();
  const [end, { loading }] = useMutation(LogoutEverywhereDocument);

  async function leave() {
    if (loading) return;
    try {
      await session.leaveEverywhere(() => end());
    } catch {
      showToast('error', t('profile.failed'));
    }
  }

  return (
    <SectionCard title={t('profile.sessions')} text={t('profile.sessions.text')}>
      <div className={styles.contactFoot}>
        <Button aria-busy={loading} onClick={() => void leave()}>
          {t('profile.sessions.end')}
        </Button>
      </div>
    </SectionCard>
  );
}

function TokensSection() {
  const { t } = useText();
  return (
    <SectionCard title={t('profile.tokens')} text={t('profile.tokens.text')}>
      <div className={styles.contactFoot}>
        <Link className={buttonClass('plain')} to="/settings/api">
          {t('profile.tokens.open')}
        </Link>
      </div>
    </SectionCard>
  );
}

interface SecurityValues {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmation: string;
  /** '' turns two-factor off. */
  readonly otpContact: Contact | '';
  /** Required if the sign-in is not recent. */
  readonly password: string;
}

type SecurityForm = Form<SecurityValues> & { readonly asksPassword: boolean };

/** Saves password and two-factor contact together or separately. Verifies an unverified contact first. */
function useSecurityForm(person: Person, verify: Verify): SecurityForm {
  const { t } = useText();
  const [asksPassword, setAsksPassword] = useState(false);
  const store = useStoring();
  const before: Contact | '' = person.otpContact === 'email' || person.otpContact === 'phone' ? person.otpContact : '';
  const form = useForm<SecurityValues>({
    stored: { oldPassword: '', newPassword: '', confirmation: '', otpContact: before, password: '' },
    order: ['oldPassword', 'newPassword', 'confirmation', 'otpContact', 'password'],
    faultsOf: (values) => faultsOf(values, t),
    save: async (values) => {
      const { otpContact } = values;
      if (otpContact !== '' && otpContact !== before && findVerification(person, otpContact) === 'NOT_VERIFIED')
        if (!(await verify(otpContact, findDestination(person, otpContact))))
          return { otpContact: t('profile.twoFactor.unverified') };
      try {
        await store(values, otpContact !== before);
      } catch (error) {
        const field = parseRefusal(error)?.field;
        if (field === 'password') setAsksPassword(true);
        return refused(field ?? null, values, t);
      }
      setAsksPassword(false);
      showToast('success', t('profile.saved'));
      return null;
    },
  });
  return { ...form, asksPassword };
}

function useStoring() {
  const [changePassword] = useMutation(ChangePasswordDocument);
  const [changeTwoFactor] = useMutation(ChangeTwoFactorDocument);
  const [changeBoth] = useMutation(ChangePasswordAndTwoFactorDocument);
  return async ({ oldPassword, newPassword, password, ...values }: SecurityValues, contactChanges: boolean) => {
    const otpContact = values.otpContact === '' ? null : values.otpContact;
    if (newPassword !== '' && contactChanges) await changeBoth({ variables: { oldPassword, newPassword, otpContact } });
    else if (newPassword !== '') await changePassword({ variables: { oldPassword, newPassword } });
    else if (contactChanges)
      await changeTwoFactor({ variables: { otpContact, password: password === '' ? null : password } });
  };
}

function faultsOf({ oldPassword, newPassword, confirmation }: SecurityValues, t: Translate): Faults<SecurityValues> {
  if (oldPassword === '' && newPassword === '' && confirmation === '') return {};
  const weak = findPasswordFault(newPassword);
  return {
    ...(oldPassword === '' && { oldPassword: t('profile.password.required') }),
    ...(weak !== null && { newPassword: t(weak) }),
    ...(newPassword !== confirmation && { confirmation: t('access.password.unequal') }),
  };
}

function refused(
  field: string | null,
  { password, oldPassword, newPassword }: SecurityValues,
  t: Translate,
): Faults<SecurityValues> {
  if (field === 'password')
    return { password: t(password === '' ? 'profile.confirmPassword.text' : 'profile.password.wrong') };
  if (field === 'oldPassword') return { oldPassword: t('profile.password.wrong') };
  if (field === 'newPassword')
    return { newPassword: t(newPassword === oldPassword ? 'profile.password.same' : 'access.password.common') };
  if (field === 'otpContact') return { otpContact: t('profile.twoFactor.unverified') };
  showToast('error', t('profile.failed'));
  return {};
}
