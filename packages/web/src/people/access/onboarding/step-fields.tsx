import { isPhone } from '@atrium/domain/core/phones';
import type { ComponentProps } from 'react';
import { languages, type MessageId, useLanguages, useText } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/form/controls.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { PhoneField } from '../../../ui/form/phone-field.tsx';
import { DeliveryNotice, useDelivery } from '../../notifications/delivery-notice.tsx';
import { ContactText } from '../code/code-entry.tsx';
import { type Theme, themes } from '../people/person.ts';
import { PreferenceFields } from '../people/preference-fields.tsx';
import type { DraftField, FieldsProps } from './draft.ts';
import styles from './onboarding.module.css';

/** Returns a function that builds the props of a field of the draft. */
function useDraftField({ draft, faults, change }: FieldsProps) {
  const { t } = useText();
  return (name: DraftField, label: MessageId, autoComplete: string) => {
    const fault = faults[name];
    return {
      name,
      autoComplete,
      required: name !== 'organizationAddress',
      label: t(label),
      value: draft[name],
      error: fault === undefined ? null : t(fault),
      onChange: (event) => change(name, event.currentTarget.value),
    } satisfies ComponentProps<typeof TextField>;
  };
}

export function OrganizationFields(props: FieldsProps) {
  const { t } = useText();
  const field = useDraftField(props);
  const readOnly = !props.invitation.mayNameOrganization;
  return (
    <>
      {readOnly && <p className={styles.rule}>{t('access.onboarding.organization.readOnly')}</p>}
      <TextField {...field('organizationName', 'access.onboarding.organization', 'organization')} readOnly={readOnly} />
      <TextField {...field('organizationAddress', 'access.onboarding.address', 'street-address')} readOnly={readOnly} />
    </>
  );
}

export function AboutFields(props: FieldsProps) {
  const { t } = useText();
  const allowed = useLanguages();
  const field = useDraftField(props);
  const { invitation, draft, change } = props;
  return (
    <>
      <TextField
        label={t('access.onboarding.organization')}
        value={draft.organizationName}
        name="organization"
        readOnly
      />
      <TextField {...field('email', 'access.email', 'username')} type="email" readOnly={invitation.email !== null} />
      <TextField {...field('firstName', 'access.onboarding.firstName', 'given-name')} />
      <TextField {...field('lastName', 'access.onboarding.lastName', 'family-name')} />
      <PhoneField
        label={t('access.onboarding.phone')}
        name="phone"
        value={draft.phone}
        error={props.faults.phone && t(props.faults.phone)}
        onChange={(phone) => change('phone', phone)}
      />
      <SelectField
        label={t('access.onboarding.language')}
        name="lang"
        value={draft.lang}
        onChange={(lang) => change('lang', lang)}
        options={allowed.map((code) => ({ value: code, lang: code, text: languages[code].name }))}
      />
    </>
  );
}

export function PasswordFields(props: FieldsProps) {
  const { t } = useText();
  const field = useDraftField(props);
  return (
    <>
      <div>
        <PasswordField {...field('password', 'access.onboarding.password', 'new-password')} />
        {props.faults.password === undefined && <p className={styles.rule}>{t('access.password.rule')}</p>}
      </div>
      <PasswordField {...field('confirmation', 'access.onboarding.confirmation', 'new-password')} />
    </>
  );
}

/** Language, theme and formats. The user can change them later. */
export function PreferenceStepFields({ draft, change }: FieldsProps) {
  const theme: Theme = themes.find((one) => one === draft.theme) ?? 'system';
  return <PreferenceFields form={{ values: { ...draft, theme }, set: (field, value) => change(field, value) }} />;
}

/** Two-factor codes by mail, or by text if there is a phone. Only channels that are set up here. */
export function SecurityFields({ draft, change }: FieldsProps) {
  const { t } = useText();
  const delivery = useDelivery();
  const isOn = draft.otpContact !== '';
  const hasPhone = isPhone(draft.phone);
  const contacts = (['email', 'phone'] as const).filter((contact) =>
    contact === 'email' ? delivery?.mail !== 'none' : hasPhone && delivery?.texts !== 'none',
  );
  return (
    <>
      <p className={styles.lead}>{t('profile.twoFactor.text')}</p>
      <Checkbox
        label={t('profile.twoFactor.on')}
        name="twoFactor"
        checked={isOn}
        disabled={contacts.length === 0}
        onChange={(event) => change('otpContact', event.currentTarget.checked ? (contacts[0] ?? '') : '')}
      />
      <DeliveryNotice />
      {hasPhone && <DeliveryNotice contact="phone" />}
      {isOn && (
        <fieldset className={styles.methods}>
          <legend>{t('profile.twoFactor.method')}</legend>
          {contacts.map((contact) => (
            <label key={contact} className={styles.method}>
              <input
                type="radio"
                name="otpContact"
                value={contact}
                checked={draft.otpContact === contact}
                onChange={() => change('otpContact', contact)}
              />
              <span>
                {t(`profile.twoFactor.${contact}`)} <ContactText contact={contact} value={draft[contact]} />
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
