import { err, type Result } from '@atrium/domain/core';
import { formatTypedNumber, type NumberFault, parseTypedNumber } from '@atrium/domain/core/typed-number';
import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import styles from './control.module.css';
import { LabelledField } from './field.tsx';

export interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'step' | 'type'> {
  readonly value: number | null;
  /** Step of the arrow keys; 1 for `any`. */
  readonly step?: number | 'any' | undefined;
  readonly isWhole?: boolean | undefined;
  /** Not called while the text is not a number. The previous value then stays, and the form cannot be submitted. */
  readonly onChange: (value: number | null) => void;
  /** Receives the error of the typed text, or null. */
  readonly onFault?: (message: string | null) => void;
}

/**
 * The only number field. A text field, because the native one reads decimal separators in the browser's language and
 * silently drops the rest. Keeps the text as typed.
 */
export function NumberInput({ value, step = 1, isWhole = false, onChange, onFault, ...input }: NumberInputProps) {
  const { t, locale } = useText();
  const place = useRef<HTMLInputElement>(null);
  const write = (number: number | null) => (number === null ? '' : formatTypedNumber(number, locale));
  const [text, setText] = useState(() => write(value));
  const known = useRef(value);
  // A value from outside replaces the typed text.
  useEffect(() => {
    if (known.current === value) return;
    known.current = value;
    setText(value === null ? '' : formatTypedNumber(value, locale));
  }, [value, locale]);
  const readWanted = (typed: string): Result<number | null, NumberFault | 'not whole'> => {
    const read = parseTypedNumber(typed, locale);
    return isWhole && read.ok && read.value !== null && !Number.isInteger(read.value) ? err('not whole') : read;
  };
  const read = readWanted(text);
  const message = read.ok ? null : faultText(read.error);
  useEffect(() => {
    place.current?.setCustomValidity(message ?? '');
    onFault?.(message);
  }, [message, onFault]);

  function faultText(fault: NumberFault | 'not whole'): string {
    if (fault === 'not whole') return t('app.number.whole', { example: 12 });
    if (fault === 'unreadable') return t('app.number.fault', { example: write(12.5) });
    const digits = text.replace(/\D/g, '');
    return t('app.number.ambiguous', { whole: digits, decimal: write(Number(digits) / 1000) });
  }

  function take(next: string) {
    setText(next);
    const number = readWanted(next);
    if (!number.ok || number.value === known.current) return;
    known.current = number.value;
    onChange(number.value);
  }

  function byArrow(event: KeyboardEvent<HTMLInputElement>) {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    input.onKeyDown?.(event);
    if (direction === undefined || !read.ok) return;
    event.preventDefault();
    const size = step === 'any' ? 1 : step;
    take(write(Number(((read.value ?? 0) + direction * size).toFixed(6))));
  }

  return (
    <input
      {...input}
      ref={place}
      type="text"
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      value={text}
      title={message ?? input.title}
      aria-invalid={message !== null || input['aria-invalid']}
      onChange={(event) => take(event.currentTarget.value)}
      onKeyDown={byArrow}
    />
  );
}

interface NumberFieldProps extends Omit<NumberInputProps, 'onFault'> {
  readonly label: string;
  readonly unit?: string | undefined;
  readonly error?: string | undefined;
}

export function NumberField({ label, unit, error, ...input }: NumberFieldProps) {
  const [fault, setFault] = useState<string | null>(null);
  const end = unit === undefined ? undefined : <span className={styles.unit}>{unit}</span>;
  return (
    <LabelledField label={label} error={fault ?? error} end={end}>
      {(field) => <NumberInput {...field} {...input} onFault={setFault} />}
    </LabelledField>
  );
}
