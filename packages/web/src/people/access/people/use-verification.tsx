import { useMutation } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { Icon } from '../../../ui/icons/index.ts';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { CodeModal } from '../code/code-entry.tsx';
import { rememberEmail, rememberedEmail } from '../session/index.ts';
import { SendContactVerificationDocument, VerifyContactDocument } from './operations.generated.ts';
import styles from './people.module.css';
import type { Contact, Verification } from './person.ts';
import { parseRefusal } from './person.ts';

const texts: Record<Verification, MessageId> = {
  NOT_VERIFIED: 'profile.contact.notVerified',
  '2FA': 'profile.contact.twoFactor',
  VERIFIED: 'profile.contact.verified',
};

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

interface Asked {
  readonly contact: Contact;
  readonly destination: string;
  readonly answer: (isVerified: boolean) => void;
}

/**
 * Sends a code to a contact, unless a recent one exists, and asks for it. Resolves to whether it was correct.
 * `destination` is for display only; the server knows where to send.
 */
export type Verify = (
  contact: Contact,
  destination: string,
  options?: { readonly isSent?: boolean },
) => Promise<boolean>;

/** The caller renders the modal. */
export function useVerification(): {
  readonly verify: Verify;
  readonly modal: ReactNode;
} {
  const { t } = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [send] = useMutation(SendContactVerificationDocument);
  const [check] = useMutation(VerifyContactDocument);

  async function sendCode(contact: Contact): Promise<boolean> {
    try {
      await send({ variables: { contact } });
      return true;
    } catch (error) {
      // Requests within a minute are rate limited. The previous code is still valid.
      if (parseRefusal(error)?.code === 'RATE_LIMITED') return true;
      showToast('error', t('profile.failed'));
      return false;
    }
  }

  async function verify(contact: Contact, destination: string, { isSent = false } = {}): Promise<boolean> {
    if (!isSent && !(await sendCode(contact))) return false;
    return new Promise((answer) => setAsked({ contact, destination, answer }));
  }

  function close(isVerified: boolean) {
    asked?.answer(isVerified);
    setAsked(null);
  }

  const modal = asked && (
    <CodeModal
      contact={asked.contact}
      destination={asked.destination}
      onClose={() => close(false)}
      onResend={async () => ((await sendCode(asked.contact)) ? null : 'profile.failed')}
      onCode={async (otp) => {
        try {
          const { data } = await check({ variables: { contact: asked.contact, otp } });
          // The sign-in page must offer the new address next time.
          if (data && rememberedEmail() !== '') rememberEmail(data.verifyContact.email);
        } catch (error) {
          const refusal = parseRefusal(error);
          // Another user verified this address first.
          if (refusal?.field === 'email') return 'profile.email.refused';
          return refusal?.code === 'RATE_LIMITED' ? 'signIn.code.tries' : `signIn.code.invalid.${asked.contact}`;
        }
        close(true);
        return null;
      }}
    />
  );
  return { verify, modal };
}
