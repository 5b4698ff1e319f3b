import { useText } from '../../../i18n/index.ts';
import { DeliveryNotice, useDelivery } from '../../../notifications/index.ts';
import { FormActions } from '../../../ui/fields/index.ts';
import { Checkbox, PasswordField } from '../../../ui/form/index.ts';
import { FieldPair, SectionCard } from '../../../ui/sections/index.ts';
import { ContactText } from '../../code/index.ts';
import { ContactState } from '../contact-state.tsx';
import styles from '../people.module.css';
import { type Contact, findVerification, type Person } from '../person.ts';
import { useVerification } from '../use-verification.tsx';
import { ProfilePage } from './profile-page.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { type SecurityForm, useSecurityForm } from './use-security-form.ts';

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
