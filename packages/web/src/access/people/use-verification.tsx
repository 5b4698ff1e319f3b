import { useMutation } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { toast } from '../../ui/toasts/index.ts';
import { CodeModal } from '../code/index.ts';
import { SendContactVerificationDocument, VerifyContactDocument } from './operations.generated.ts';
import type { Contact } from './person.ts';
import { refusalOf } from './refusal.ts';

interface Asked {
  readonly contact: Contact;
  readonly destination: string;
  readonly answer: (isVerified: boolean) => void;
}

/** Sends a code to a stored contact and asks for it; resolves with whether it was right. The modal is the caller's to show. */
export function useVerification(): {
  readonly verify: (contact: Contact, destination: string) => Promise<boolean>;
  readonly modal: ReactNode;
} {
  const { say } = useText();
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
      toast('error', say('profile.failed'));
      return false;
    }
  }

  async function verify(contact: Contact, destination: string): Promise<boolean> {
    if (!(await sendCode(contact))) return false;
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
          await check({ variables: { contact: asked.contact, otp } });
        } catch (error) {
          return refusalOf(error)?.code === 'RATE_LIMITED'
            ? 'signIn.code.tries'
            : `signIn.code.invalid.${asked.contact}`;
        }
        close(true);
        return null;
      }}
    />
  );
  return { verify, modal };
}
