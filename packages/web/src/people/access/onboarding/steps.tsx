import { isPhone } from '@atrium/domain/core/phones';
import { findPersonNameFault, normalizeEmail } from '@atrium/domain/people/access';
import type { ComponentProps, ComponentType } from 'react';
import { languages, type MessageId, useLanguages, useText } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/form/controls.tsx';
import { Checkbox, TextField } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { PhoneField } from '../../../ui/form/phone-field.tsx';
import { DeliveryNotice, useDelivery } from '../../notifications/delivery-notice.tsx';
import { ContactText } from '../code/code-entry.tsx';
import { type Theme, themes } from '../people/person.ts';
import { PreferenceFields } from '../people/preference-fields.tsx';
import { findPasswordFault } from '../sign-in/password-fault.ts';
import type { Draft, DraftField, Faults, FieldsProps } from './draft.ts';
import styles from './onboarding.module.css';
import type { Invitation } from './use-invitation.ts';

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

function OrganizationFields(props: FieldsProps) {
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

function AboutFields(props: FieldsProps) {
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

function PasswordFields(props: FieldsProps) {
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
function PreferenceStepFields({ draft, change }: FieldsProps) {
  const theme: Theme = themes.find((one) => one === draft.theme) ?? 'system';
  return <PreferenceFields form={{ values: { ...draft, theme }, set: (field, value) => change(field, value) }} />;
}

/** Two-factor codes by mail, or by text if there is a phone. Only channels that are set up here. */
function SecurityFields({ draft, change }: FieldsProps) {
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

export interface Step {
  /** Last segment of its address. */
  readonly path: string;
  readonly label: MessageId;
  /** Fields in page order. The first wrong one gets the focus. */
  readonly fields: readonly DraftField[];
  readonly Fields: ComponentType<FieldsProps>;
  readonly faultsOf: (draft: Draft, invitation: Invitation) => Faults;
  readonly isFor: (invitation: Invitation) => boolean;
  /** Fields that must be filled in to continue. */
  readonly required: readonly DraftField[];
}

/** All steps in order. A new step needs an entry here and its fields in the draft. */
const steps: readonly Step[] = [
  {
    path: 'org-settings',
    label: 'access.onboarding.orgSettings',
    fields: ['organizationName', 'organizationAddress'],
    Fields: OrganizationFields,
    faultsOf: ({ organizationName }) =>
      organizationName.trim() === '' ? { organizationName: 'access.onboarding.organization.missing' } : {},
    isFor: ({ role }) => role === 'admin',
    required: ['organizationName'],
  },
  {
    path: 'about',
    label: 'access.onboarding.about',
    fields: ['email', 'firstName', 'lastName', 'phone', 'lang'],
    Fields: AboutFields,
    faultsOf: aboutFaults,
    isFor: () => true,
    required: ['email', 'firstName', 'lastName', 'lang'],
  },
  {
    path: 'password',
    label: 'access.onboarding.password',
    fields: ['password', 'confirmation'],
    Fields: PasswordFields,
    faultsOf: passwordStepFaults,
    isFor: () => true,
    required: ['password', 'confirmation'],
  },
  {
    path: 'profile-settings',
    label: 'profile.settings',
    fields: ['theme', 'lang', 'dateFormat', 'timezone'],
    Fields: PreferenceStepFields,
    faultsOf: () => ({}),
    isFor: ({ role }) => role === 'admin',
    required: [],
  },
  {
    path: 'security',
    label: 'shell.profileSecurity',
    fields: ['otpContact'],
    Fields: SecurityFields,
    faultsOf: () => ({}),
    isFor: () => true,
    required: [],
  },
];

export const selectSteps = (invitation: Invitation) => steps.filter(({ isFor }) => isFor(invitation));

/** Tells whether all required fields of a step are filled in, valid or not. Then "Next" is enabled. */
export const isFilledIn = ({ required }: Step, draft: Draft): boolean =>
  required.every((field) => draft[field].trim() !== '');

const nameFaults = {
  missing: 'access.onboarding.name.missing',
  letters: 'access.onboarding.name.letters',
  length: 'access.onboarding.name.length',
} as const;

function aboutFaults({ email, firstName, lastName, phone }: Draft): Faults {
  const [first, last] = [findPersonNameFault(firstName), findPersonNameFault(lastName)];
  return {
    ...(email.trim() === ''
      ? { email: 'access.email.required' }
      : normalizeEmail(email) === null && { email: 'access.email.invalid' }),
    ...(first !== null && { firstName: nameFaults[first] }),
    ...(last !== null && { lastName: nameFaults[last] }),
    ...(phone !== '' && !isPhone(phone) && { phone: 'access.phone.invalid' }),
  };
}

function passwordStepFaults({ password, confirmation }: Draft): Faults {
  const weak = findPasswordFault(password);
  return {
    ...(weak !== null && { password: weak }),
    ...(password !== confirmation && { confirmation: 'access.password.unequal' }),
  };
}
