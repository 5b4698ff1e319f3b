import { isLocalDate, type LocalDate } from '@atrium/domain/core';
import { formatLocalDate, parseLocalDate } from '@atrium/domain/core/format';
import { useRef, useState } from 'react';
import { useText } from '../../i18n/index.ts';
import { IconButton } from './button.tsx';
import styles from './control.module.css';
import { TextField } from './field.tsx';

interface DateFieldProps {
  readonly label: string;
  readonly name: string;
  /** '' means no date. */
  readonly value: LocalDate | '';
  /** The reader's date format, e.g. `DD/MM/YYYY`. The native date field would use the browser's language. */
  readonly pattern: string;
  readonly min?: LocalDate | '';
  readonly max?: LocalDate | '';
  readonly onChange: (value: LocalDate | '') => void;
}

/** A day, typed in the reader's format or picked from the browser's calendar. */
export function DateField({ label, name, value, pattern, min = '', max = '', onChange }: DateFieldProps) {
  const { t } = useText();
  const picker = useRef<HTMLInputElement>(null);
  // Text while typing; null while the field shows its value.
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);

  function type(text: string) {
    const date = parseLocalDate(text, pattern);
    setTyped(text);
    setLeft(false);
    if (date !== null || text === '') onChange(date ?? '');
  }

  function leave() {
    setLeft(true);
    if (typed === '' || parseLocalDate(typed ?? '', pattern) !== null) setTyped(null);
  }

  function pick(date: string) {
    setTyped(null);
    onChange(isLocalDate(date) ? date : '');
  }

  return (
    <TextField
      label={label}
      name={name}
      dir="ltr"
      autoComplete="off"
      placeholder={pattern}
      value={typed ?? (value === '' ? '' : formatLocalDate(value, pattern))}
      error={typed !== null && isLeft ? t('app.date.fault', { pattern }) : null}
      onChange={(event) => type(event.currentTarget.value)}
      onBlur={leave}
      end={
        <>
          <IconButton icon="calendar" label={t('app.date.choose')} onClick={() => picker.current?.showPicker()} />
          <input
            ref={picker}
            className={styles.picker}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={value}
            min={min}
            max={max}
            onChange={(event) => pick(event.currentTarget.value)}
          />
        </>
      }
    />
  );
}
