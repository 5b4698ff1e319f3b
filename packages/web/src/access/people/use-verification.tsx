import { useMutation } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import { CodeModal } from '../code/index.ts';
import { rememberEmail, rememberedEmail } from '../session/index.ts';
import { SendContactVerificationDocument, VerifyContactDocument } from './operations.generated.ts';
import type { Contact } from './person.ts';
import { refusalOf } from './refusal.ts';

interface Asked {
  readonly contact: Contact;
  readonly destination: string;
  readonly answer: (isVerified: boolean) => void;
}

/**
 * Sends a code to a contact, unless it is there already, and asks for it; resolves with whether it was right.
 * `destination`: as the reader knows it; where the code goes the server knows.
 */
export type Verify = (
  contact: Contact,
  destination: string,
  options?: { readonly isSent?: boolean },
) => Promise<boolean>;

/** The modal is the caller's to show. */
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
      // Within a minute of the one before, that one still is the code.
      if (refusalOf(error)?.code === 'RATE_LIMITED') return true;
      toast('error', t('profile.failed'));
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
          // What the sign-in page offers next time opens the account.
          if (data && rememberedEmail() !== '') rememberEmail(data.verifyContact.email);
        } catch (error) {
          const refusal = refusalOf(error);
          // Somebody else proved this address before.
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
