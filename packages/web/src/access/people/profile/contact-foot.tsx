import { useText } from '../../../i18n/index.ts';
import { DeliveryNotice, useDeliveryTo } from '../../../notifications/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { ContactState } from '../contact-state.tsx';
import styles from '../people.module.css';
import { type Contact, findVerification, type Person } from '../person.ts';
import type { Verify } from '../use-verification.tsx';
import type { AboutForm } from './use-about-form.ts';

/** Whether a stored contact is verified, and a button to verify it. */
export function ContactFoot({
  form,
  person,
  contact,
  verify,
}: {
  form: AboutForm;
  person: Person;
  contact: Contact;
  verify: Verify;
}) {
  const { t } = useText();
  const delivery = useDeliveryTo(contact);
  const stored = person[contact] ?? '';
  const state = findVerification(person, contact);
  if (stored === '' || form.values[contact] !== stored) return null;
  return (
    <div className={styles.contactFoot}>
      <ContactState state={state} />
      {state === '2FA' && t('profile.contact.locked')}
      {state === 'NOT_VERIFIED' && delivery === 'none' && (
        <DeliveryNotice contact={contact} {...(contact === 'email' && { instead: 'confirm' as const })} />
      )}
      {state === 'NOT_VERIFIED' && delivery !== 'none' && (
        <Button onClick={() => void verify(contact, stored)}>{t(`profile.verify.${contact}`)}</Button>
      )}
    </div>
  );
}
