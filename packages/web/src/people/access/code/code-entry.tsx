import { formatPhone } from '@atrium/domain/core/phones';
import { codeDigits, resendDelayMs } from '@atrium/domain/people/access';
import { useEffect, useId, useRef, useState } from 'react';
import { isolateText, type MessageId, useText } from '../../../i18n/index.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Icon } from '../../../ui/icons/index.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { DeliveryNotice } from '../../notifications/delivery-notice.tsx';
import styles from './code.module.css';

/**
 * Formats a contact: an address unchanged, a phone in its country's format. Both read from left to right in every
 * language.
 */
const formatContact = (contact: 'email' | 'phone', value: string): string =>
  contact === 'phone' ? formatPhone(value) : value;

export function ContactText({ contact, value }: { readonly contact: 'email' | 'phone'; readonly value: string }) {
  return <bdi dir="ltr">{formatContact(contact, value)}</bdi>;
}

export interface CodeEntryProps {
  /** Where the code was sent. */
  readonly contact: 'email' | 'phone';
  /** Checks a complete code: null if correct, otherwise the error below it. Must not throw. */
  readonly onCode: (code: string) => Promise<MessageId | null>;
  /** Sends another code: null if it was sent. Must not throw. */
  readonly onResend: () => Promise<MessageId | null>;
}

/**
 * Six digits, and a resend button enabled after a minute. Submits a complete code by itself; a wrong one is cleared.
 * Remount to restart the minute.
 */
export function CodeEntry({ contact, onCode, onResend }: CodeEntryProps) {
  const { t } = useText();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<MessageId | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => input.current?.focus(), []);

  async function type(typed: string) {
    if (isBusy) return;
    const digits = digitsIn(typed).slice(0, codeDigits);
    setCode(digits);
    setFault(null);
    if (digits.length < codeDigits) return;
    setBusy(true);
    const wrong = await onCode(digits);
    setBusy(false);
    if (wrong === null) return;
    setFault(wrong);
    setCode('');
    input.current?.focus();
  }

  return (
    <div className={styles.entry}>
      <div>
        <label className={styles.label} htmlFor={id}>
          {t('signIn.code.label')}
        </label>
        {/* Digits read from left to right in every language. */}
        <div className={styles.row} dir="ltr" data-fault={fault !== null}>
          <input
            ref={input}
            id={id}
            className={styles.input}
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            readOnly={isBusy}
            aria-invalid={fault !== null}
            aria-describedby={`${id}-said`}
            onChange={(event) => void type(event.currentTarget.value)}
          />
          <Slots code={code} />
        </div>
        <p className={fault === null ? styles.busy : styles.fault} id={`${id}-said`} role="status">
          {fault !== null && <Icon name="alert" size={14} />}
          {fault !== null ? t(fault) : isBusy ? t('signIn.code.busy') : ''}
        </p>
      </div>
      <Resend contact={contact} onResend={onResend} onFault={setFault} />
    </div>
  );
}

/** Shows the typed digits. One invisible input on top receives the typing. */
function Slots({ code }: { code: string }) {
  return (
    <div className={styles.slots} aria-hidden="true">
      {Array.from({ length: codeDigits }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place is identified by its index
        <span key={place} className={styles.slot} data-next={place === Math.min(code.length, codeDigits - 1)}>
          {code[place] ?? ''}
        </span>
      ))}
    </div>
  );
}

function Resend({
  contact,
  onResend,
  onFault,
}: Pick<CodeEntryProps, 'contact' | 'onResend'> & { onFault: (fault: MessageId | null) => void }) {
  const { t } = useText();
  const [seconds, restart] = useCountdown(resendDelayMs / 1000);
  const [isSending, setSending] = useState(false);
  const [isSent, setSent] = useState(false);
  const isWaiting = seconds > 0 || isSending;

  async function resend() {
    setSending(true);
    const fault = await onResend();
    setSending(false);
    setSent(fault === null);
    onFault(fault);
    if (fault === null) restart();
  }

  return (
    <div className={styles.again}>
      <Button disabled={isWaiting} aria-busy={isWaiting} onClick={() => void resend()}>
        {isWaiting && <span className={styles.ring} aria-hidden="true" />}
        {seconds > 0 ? t('signIn.code.resendIn', { seconds }) : t('signIn.code.resend')}
      </Button>
      <span role="status">{isSent && seconds > 0 ? t(`signIn.code.sent.${contact}`) : ''}</span>
    </div>
  );
}

/** Code points of the digit zero: ASCII, Arabic and Persian. */
const zeros = [0x30, 0x660, 0x6f0];

/** Returns the digits of a text, typed on any keyboard, as ASCII digits. */
function digitsIn(text: string): string {
  return [...text]
    .flatMap((letter) => zeros.map((zero) => letter.charCodeAt(0) - zero).filter((digit) => digit >= 0 && digit <= 9))
    .join('');
}

/**
 * Returns the whole seconds left of `seconds`, and a function to restart. Uses the clock instead of counting ticks,
 * because background tabs tick rarely.
 */
function useCountdown(seconds: number): readonly [number, () => void] {
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = () => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return [left, restart];
}

interface CodeModalProps extends CodeEntryProps {
  /** Where the code was sent, for display. */
  readonly destination: string;
  readonly onClose: () => void;
}

/** Asks for the code that was sent to an email address or phone. Closing it resets the resend delay. */
export function CodeModal({ destination, onClose, ...entry }: CodeModalProps) {
  const { t } = useText();
  return (
    <Dialog
      title={t(`signIn.code.title.${entry.contact}`)}
      text={t(`signIn.code.text.${entry.contact}`, {
        destination: isolateText(formatContact(entry.contact, destination)),
      })}
      onClose={onClose}
    >
      <DeliveryNotice contact={entry.contact} />
      <CodeEntry {...entry} />
    </Dialog>
  );
}
