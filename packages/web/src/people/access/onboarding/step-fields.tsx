import type { ComponentProps } from 'react';
import { languages, type MessageId, useLanguages, useText } from '../../../i18n/index.ts';
import { SelectField } from '../../../ui/form/controls.tsx';
import { TextField } from '../../../ui/form/field.tsx';
import { PasswordField } from '../../../ui/form/password-field.tsx';
import { PhoneField } from '../../../ui/form/phone-field.tsx';
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
