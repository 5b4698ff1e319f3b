import { type ComponentProps, useId } from 'react';
import { languages, type MessageId, useLanguages, useText } from '../../i18n/index.ts';
import { PasswordField, TextField } from '../../ui/form/index.ts';
import type { DraftField } from './draft.ts';
import styles from './onboarding.module.css';
import type { FieldsProps } from './steps.ts';

/** What a field of the draft needs to be typed in. */
function useDraftField({ draft, faults, change }: FieldsProps) {
  const { say } = useText();
  return (name: DraftField, label: MessageId, autoComplete: string) => {
    const fault = faults[name];
    return {
      name,
      autoComplete,
      label: say(label),
      value: draft[name],
      error: fault === undefined ? null : say(fault),
      onChange: (event) => change(name, event.currentTarget.value),
    } satisfies ComponentProps<typeof TextField>;
  };
}

export function OrganizationFields(props: FieldsProps) {
  const field = useDraftField(props);
  return (
    <>
      <TextField {...field('organizationName', 'access.onboarding.organization', 'organization')} />
      <TextField {...field('organizationAddress', 'access.onboarding.address', 'street-address')} />
    </>
  );
}

export function AboutFields(props: FieldsProps) {
  const { say } = useText();
  const allowed = useLanguages();
  const field = useDraftField(props);
  const { invitation, draft, change } = props;
  const id = useId();
  return (
    <>
      <TextField
        label={say('access.onboarding.organization')}
        value={draft.organizationName}
        name="organization"
        readOnly
      />
      <TextField {...field('email', 'access.email', 'username')} type="email" readOnly={invitation.email !== null} />
      <TextField {...field('firstName', 'access.onboarding.firstName', 'given-name')} />
      <TextField {...field('lastName', 'access.onboarding.lastName', 'family-name')} />
      <TextField {...field('phone', 'access.onboarding.phone', 'tel')} type="tel" />
      <div>
        <label className={styles.label} htmlFor={id}>
          {say('access.onboarding.language')}
        </label>
        <select
          id={id}
          name="lang"
          className={styles.select}
          value={draft.lang}
          onChange={(event) => change('lang', event.currentTarget.value)}
        >
          {allowed.map((code) => (
            <option key={code} value={code} lang={code}>
              {languages[code].name}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

export function PasswordFields(props: FieldsProps) {
  const field = useDraftField(props);
  return (
    <>
      <PasswordField {...field('password', 'access.onboarding.password', 'new-password')} />
      <PasswordField {...field('confirmation', 'access.onboarding.confirmation', 'new-password')} />
    </>
  );
}
