import { useState } from 'react';
import { isolateText, type MessageId, useText } from '../../i18n/index.ts';
import { DeliveryNotice, useDeliveryTo } from '../../notifications/index.ts';
import { Button, Checkbox } from '../../ui/form/index.ts';
import { CodeEntry } from '../code/index.ts';
import { type PendingSignIn, session } from '../session/index.ts';
import styles from '../sign-in/sign-in.module.css';
import { ApproveBrowser } from './approve-browser.tsx';
import { type CodeOutcome, resendCode, submitCode } from './submit-code.ts';

/** Second factor: the code that was sent, and whether to trust this browser. */
export function CodeStep({
  half,
  email,
  onBack,
  onSignedIn,
}: {
  half: PendingSignIn;
  /** null: not known after signing in at an identity provider. */
  email: string | null;
  onBack: () => void;
  onSignedIn: () => void;
}) {
  const { t } = useText();
  const [trusts, setTrusts] = useState(false);
  const [isApproving, setApproving] = useState(false);
  const { contact, token } = half;
  const reaches = useDeliveryTo(contact) !== 'none';

  async function judge(code: string): Promise<MessageId | null> {
    const outcome = await submitCode(token, code);
    if (outcome.is !== 'right') return wordsOf(outcome.is, contact);
    if (!session.enter(outcome.token)) return 'access.failure.cookiesRefused';
    if (trusts) setApproving(true);
    else onSignedIn();
    return null;
  }

  return (
    <>
      <h1 className={styles.title}>{t(reaches ? `signIn.code.title.${contact}` : 'signIn.code.label')}</h1>
      {reaches && (
        <p className={styles.lead}>
          {t(`signIn.code.text.${contact}`, {
            destination:
              contact === 'phone'
                ? t('signIn.code.yourPhone')
                : email === null
                  ? t('signIn.code.yourEmail')
                  : isolateText(email),
          })}
        </p>
      )}
      <div className={styles.form}>
        <DeliveryNotice contact={contact} instead="code" />
        {reaches && (
          <>
            <Checkbox
              label={t('signIn.code.trust')}
              checked={trusts}
              onChange={(event) => setTrusts(event.currentTarget.checked)}
            />
            <CodeEntry
              contact={contact}
              onCode={judge}
              onResend={async () => resent(await resendCode(token), contact)}
            />
          </>
        )}
        <Button look="quiet" icon="chevronStart" className={styles.back ?? ''} onClick={onBack}>
          {t('signIn.back')}
        </Button>
      </div>
      {isApproving && <ApproveBrowser onDone={onSignedIn} />}
    </>
  );
}

const resent = (outcome: 'sent' | Fault, contact: 'email' | 'phone') =>
  outcome === 'sent' ? null : wordsOf(outcome, contact);

type Fault = Exclude<CodeOutcome['is'], 'right'>;

function wordsOf(fault: Fault, contact: 'email' | 'phone'): MessageId {
  if (fault === 'wrong') return `signIn.code.invalid.${contact}`;
  return ({ 'too many': 'signIn.code.tries', over: 'signIn.code.expired', failed: 'signIn.code.failed' } as const)[
    fault
  ];
}
