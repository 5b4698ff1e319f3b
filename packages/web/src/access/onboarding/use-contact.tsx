import { type ReactNode, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { CodeModal } from '../code/index.ts';
import { ask, Refusal } from '../session/index.ts';
import type { Draft } from './invitation/draft.ts';
import {
  ChooseInvitationContactDocument,
  SendInvitationCodeDocument,
  VerifyInvitationContactDocument,
} from './invitation/operations.generated.ts';
import type { Invitation } from './invitation/use-invitation.ts';

interface Asked {
  readonly contact: 'email' | 'phone';
  readonly destination: string;
  readonly answer: (isVerified: boolean) => void;
}

/**
 * Verifies the contact for two-factor codes before an invitation is accepted: a phone, or an address that no mail has
 * proven. Resolves to whether it is verified. Throws the server's refusals.
 */
export function useContact(
  invitation: Invitation,
  token: string,
): { readonly choose: (draft: Draft) => Promise<boolean>; readonly modal: ReactNode } {
  const { t } = useText();
  const [asked, setAsked] = useState<Asked | null>(null);
  const chosen = useRef('');

  async function send({ contact, destination }: Pick<Asked, 'contact' | 'destination'>): Promise<boolean> {
    try {
      await ask(SendInvitationCodeDocument, { token, [contact]: destination });
      return true;
    } catch (error) {
      // Rate limited within a minute: the previous code is still valid.
      if (error instanceof Refusal && error.code === 'RATE_LIMITED') return true;
      showToast('error', t('access.onboarding.failure'));
      return false;
    }
  }

  async function choose(draft: Draft): Promise<boolean> {
    const { otpContact } = draft;
    if (otpContact === 'phone' || (otpContact === 'email' && invitation.email === null)) {
      const destination = draft[otpContact];
      if (!(await send({ contact: otpContact, destination }))) return false;
      const isVerified = await new Promise<boolean>((answer) => setAsked({ contact: otpContact, destination, answer }));
      if (!isVerified) return false;
    }
    // If no contact was selected before or now, the server need not know.
    if (otpContact !== '' || chosen.current !== '')
      await ask(ChooseInvitationContactDocument, { token, otpContact: otpContact === '' ? null : otpContact });
    chosen.current = otpContact;
    return true;
  }

  function close(isVerified: boolean) {
    asked?.answer(isVerified);
    setAsked(null);
  }

  async function judge(otp: string) {
    try {
      await ask(VerifyInvitationContactDocument, { token, otp });
    } catch (error) {
      return error instanceof Refusal && error.code === 'RATE_LIMITED'
        ? ('signIn.code.tries' as const)
        : (`signIn.code.invalid.${asked?.contact ?? 'email'}` as const);
    }
    close(true);
    return null;
  }

  const modal = asked && (
    <CodeModal
      contact={asked.contact}
      destination={asked.destination}
      onClose={() => close(false)}
      onResend={async () => ((await send(asked)) ? null : 'access.onboarding.failure')}
      onCode={judge}
    />
  );
  return { choose, modal };
}
