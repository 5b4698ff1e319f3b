import { useState } from 'react';
import { type MessageId, useText } from '../../../i18n/index.ts';
import { DeliveryNotice, useDeliveryTo } from '../../../notifications/index.ts';
import { Button } from '../../../ui/form/index.ts';
import { ask, Refusal } from '../../session/index.ts';
import styles from './onboarding.module.css';
import { ResendInvitationDocument } from './operations.generated.ts';

/** Resends an expired link, only to the address of the invitation. */
export function ResendLink({ token }: { token: string }) {
  const { t } = useText();
  const [said, setSaid] = useState<MessageId | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function resend() {
    if (isBusy) return;
    setBusy(true);
    setSaid(await answerTo(token));
    setBusy(false);
  }

  const isSent = said === 'access.invitation.resent';
  // Without mail the page says whom to ask for a new link.
  if (useDeliveryTo('email') === 'none') return <DeliveryNotice />;
  return (
    <>
      {!isSent && (
        <Button look="primary" large aria-busy={isBusy} onClick={() => void resend()}>
          {t('access.invitation.resend')}
        </Button>
      )}
      <p className={styles.said} role="status">
        {said !== null && t(said)}
      </p>
      {isSent && <DeliveryNotice />}
    </>
  );
}

async function answerTo(token: string): Promise<MessageId> {
  try {
    await ask(ResendInvitationDocument, { token });
    return 'access.invitation.resent';
  } catch (error) {
    const isTooSoon = error instanceof Refusal && error.code === 'RATE_LIMITED';
    return isTooSoon ? 'access.failure.rateLimited' : 'access.onboarding.failure';
  }
}
