import { type MessageId, useText } from '../../i18n/index.ts';
import { Icon } from '../../ui/icons/index.ts';
import styles from './people.module.css';
import type { Verification } from './person.ts';

const texts: Record<Verification, MessageId> = {
  NOT_VERIFIED: 'profile.contact.notVerified',
  '2FA': 'profile.contact.twoFactor',
  VERIFIED: 'profile.contact.verified',
};

/** Verification state of a contact. */
export function ContactState({ state }: { state: Verification }) {
  const { t } = useText();
  return (
    <span className={styles.chip} data-state={state}>
      {state === '2FA' && <Icon name="lock" size={12} />}
      {state === 'VERIFIED' && <Icon name="check" size={12} />}
      {t(texts[state])}
    </span>
  );
}
