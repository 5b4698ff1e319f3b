import { isPhone } from '@atrium/domain/core/phones';
import { useText } from '../../../i18n/index.ts';
import { Checkbox } from '../../../ui/form/field.tsx';
import { DeliveryNotice, useDelivery } from '../../notifications/index.ts';
import { ContactText } from '../code/code-entry.tsx';
import { type Theme, themes } from '../people/person.ts';
import { PreferenceFields } from '../people/preference-fields.tsx';
import type { FieldsProps } from './draft.ts';
import styles from './onboarding.module.css';

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
