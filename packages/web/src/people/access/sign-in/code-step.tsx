import { useState } from 'react';
import { i18n, isolateText, type MessageId, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Checkbox } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toast-list.ts';
import { DeliveryNotice, useDeliveryTo } from '../../notifications/delivery-notice.tsx';
import { CodeEntry } from '../code/code-entry.tsx';
import { ask, type PendingSignIn, Refusal, session } from '../session/index.ts';
import { LoginWithOtpTokenDocument, RegisterBrowserDocument, SendOtpDocument } from './operations.generated.ts';
import styles from './sign-in.module.css';

/** The server's duration. */
const days = 180;

/** Asks whether to skip codes in this browser. The user is signed in either way. */
function ApproveBrowser({ onDone }: { onDone: () => void }) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);

  async function approve() {
    if (isBusy) return;
    setBusy(true);
    try {
      const id = session.device.id();
      await ask(RegisterBrowserDocument, { deviceId: id }, session.token() ?? '');
      session.device.keep(id);
    } catch {
      showToast('error', i18n._('signIn.approve.failed'));
    }
    onDone();
  }

  return (
    <Dialog
      title={t('signIn.approve.title')}
      text={t('signIn.approve.text', { days })}
      onClose={onDone}
      actions={
        <>
          <Button onClick={onDone}>{t('signIn.approve.no')}</Button>
          <Button look="primary" aria-disabled={isBusy} onClick={() => void approve()}>
            {t('signIn.approve.yes')}
          </Button>
        </>
      }
    />
  );
}

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

type CodeOutcome =
  | { readonly is: 'right'; readonly token: string }
  /** `over`: it timed out, or a password change ended it. */
  | { readonly is: 'wrong' | 'too many' | 'over' | 'failed' };

/** Submits a one-time code; `half` is the token returned for the password. */
async function submitCode(half: string, code: string): Promise<CodeOutcome> {
  try {
    const { loginWithOtpToken } = await ask(LoginWithOtpTokenDocument, { otp: code }, half);
    return { is: 'right', token: loginWithOtpToken.token };
  } catch (error) {
    return { is: faultOf(error) };
  }
}

async function resendCode(half: string): Promise<'sent' | 'wrong' | 'too many' | 'over' | 'failed'> {
  try {
    await ask(SendOtpDocument, {}, half);
    return 'sent';
  } catch (error) {
    return faultOf(error);
  }
}

function faultOf(error: unknown): 'wrong' | 'too many' | 'over' | 'failed' {
  if (!(error instanceof Refusal)) return 'failed';
  if (error.code === 'BAD_INPUT') return 'wrong';
  if (error.code === 'RATE_LIMITED') return 'too many';
  return error.code === 'UNAUTHENTICATED' ? 'over' : 'failed';
}
